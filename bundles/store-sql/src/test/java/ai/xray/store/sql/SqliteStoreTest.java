package ai.xray.store.sql;

import static ai.xray.store.sql.TestCells.contents;
import static ai.xray.store.sql.TestCells.note;
import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.contracts.MemoryStoreBackupContract;
import ai.xray.contracts.MemoryStoreDurabilityContract;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Put;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest extends MemoryStoreDurabilityContract {
    private final Map<MemoryStore, Path> homes = new ConcurrentHashMap<>();

    @Override
    protected MemoryStore open() throws IOException {
        return openIn(Files.createTempDirectory("xray-store"));
    }

    private SqliteStore openIn(Path home) throws IOException {
        SqliteStore opened = new SqliteStore(home);
        homes.put(opened, home);
        return opened;
    }

    @Override
    protected void shut(MemoryStore opened) {
        ((SqliteStore) opened).close();
    }

    @Override
    protected MemoryStore reopen(MemoryStore shut) throws IOException {
        return openIn(homes.get(shut));
    }

    @Override
    protected void close(MemoryStore opened) throws IOException {
        shut(opened);
        Path home = homes.remove(opened);
        if (home == null || homes.containsValue(home) || !Files.exists(home)) {
            return;
        }
        try (Stream<Path> files = Files.list(home)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(home);
    }

    @Nested
    class Backup extends MemoryStoreBackupContract {
        @Override
        protected MemoryStore open() throws IOException {
            return SqliteStoreTest.this.open();
        }

        @Override
        protected void close(MemoryStore opened) throws IOException {
            SqliteStoreTest.this.close(opened);
        }

        @Override
        protected MemoryStore restore(Path copy) throws IOException {
            Path home = Files.createTempDirectory("xray-store");
            Files.copy(copy, home.resolve("memory.db"));
            return openIn(home);
        }
    }

    @Test
    void acknowledgedCommitIsSyncedToTheWriteAheadLog(@TempDir Path home) throws Exception {
        SqliteDialect dialect = SqliteDialect.in(home);
        Schema.CURRENT.prepare(dialect);

        try (Connection writer = dialect.connect(Dialect.Access.WRITE)) {
            assertThat(query(writer, "PRAGMA journal_mode")).isEqualTo("wal");
            assertThat(query(writer, "PRAGMA synchronous")).as("2 is FULL").isEqualTo("2");
            assertThat(query(writer, "PRAGMA busy_timeout")).isEqualTo("10000");
        }
    }

    @Test
    void closedStoreLeavesOneFileThatHoldsEverything(@TempDir Path home) throws Exception {
        try (SqliteStore store = new SqliteStore(home)) {
            store.commit(List.of(new Put(note("a", "text"), MemoryWrite.ABSENT)));
        }

        try (Stream<Path> files = Files.list(home)) {
            assertThat(files).containsExactly(home.resolve("memory.db"));
        }
    }

    @Test
    void filesAreReadableForTheirOwnerOnly(@TempDir Path parent) throws Exception {
        Path home = parent.resolve("new");
        try (SqliteStore store = new SqliteStore(home)) {
            store.commit(List.of(new Put(note("a", "text"), MemoryWrite.ABSENT)));

            assertThat(permissions(home)).isEqualTo("rwx------");
            assertThat(permissions(home.resolve("memory.db"))).isEqualTo("rw-------");
            assertThat(permissions(home.resolve("memory.db-wal"))).isEqualTo("rw-------");
        }
    }

    @Test
    void directoryMayHaveAnyName(@TempDir Path parent) throws Exception {
        Path home = parent.resolve("a b?cache=shared&c%20#é'x");

        try (SqliteStore store = new SqliteStore(home)) {
            store.commit(List.of(new Put(note("a", "text"), MemoryWrite.ABSENT)));
        }

        assertThat(home.resolve("memory.db")).isRegularFile();
        try (SqliteStore store = new SqliteStore(home)) {
            assertThat(contents(store)).containsOnlyKeys("a");
        }
    }

    @Test
    void readersAndWritersOfSeveralProgramsNeverFailEachOther(@TempDir Path home) throws Exception {
        int commits = 200;
        try (SqliteStore one = new SqliteStore(home);
                SqliteStore other = new SqliteStore(home);
                Connection outsider = SqliteDialect.in(home).connect(Dialect.Access.READ);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            outsider.setAutoCommit(false);
            assertThat(query(outsider, "SELECT count(*) FROM xray_cell")).isEqualTo("0");

            List<Future<?>> writers = new ArrayList<>();
            for (SqliteStore store : List.of(one, other)) {
                String prefix = store == one ? "one-" : "other-";
                writers.add(threads.submit(() -> {
                    for (int i = 0; i < commits; i++) {
                        store.commit(List.of(new Put(note(prefix + i, "text"), MemoryWrite.ABSENT)));
                    }
                    return null;
                }));
            }
            while (!writers.stream().allMatch(Future::isDone)) {
                assertThat(contents(one).size()).isLessThanOrEqualTo(2 * commits);
            }
            for (Future<?> writer : writers) {
                writer.get();
            }

            assertThat(query(outsider, "SELECT count(*) FROM xray_cell"))
                    .as("one state, as long as the transaction lasts")
                    .isEqualTo("0");
            assertThat(contents(other)).hasSize(2 * commits).isEqualTo(contents(one));
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return result.getString(1);
        }
    }
}
