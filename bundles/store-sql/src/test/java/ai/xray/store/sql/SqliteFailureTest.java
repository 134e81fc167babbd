package ai.xray.store.sql;

import static ai.xray.store.sql.TestCells.contents;
import static ai.xray.store.sql.TestCells.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoreConflict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator is told when the file or its disk is not as it should be, and what is left of the cells then. */
class SqliteFailureTest {
    private static final String LARGE = "x".repeat(50_000);

    @TempDir
    Path home;

    @Test
    void directoryWhoseParentIsMissingIsNotCreated() {
        Path missing = home.resolve("not/mounted");

        assertThatIOException()
                .isThrownBy(() -> new SqliteStore(missing))
                .withMessageContaining("data-dir: " + missing)
                .withMessageContaining("mount");
        assertThat(home.resolve("not")).doesNotExist();
    }

    @Test
    void fileInPlaceOfTheDirectoryIsRefused() throws Exception {
        Path file = Files.writeString(home.resolve("file"), "text");

        assertThatIOException().isThrownBy(() -> new SqliteStore(file)).withMessageContaining("is not a directory");
        assertThat(file).hasContent("text");
    }

    @Test
    void fileThatIsNoDatabaseIsRefusedUntouched() throws Exception {
        String text = "This is a text that somebody saved under the wrong name.\n".repeat(100);
        Path file = Files.writeString(home.resolve("memory.db"), text);

        assertThatIOException()
                .isThrownBy(() -> new SqliteStore(home))
                .withMessageContaining(file.toString())
                .withMessageContaining("not a SQLite database");
        assertThat(file).hasContent(text);
    }

    @Test
    void databaseOfAnotherProgramIsRefusedUntouched() throws Exception {
        execute("CREATE TABLE notes (text TEXT)");
        byte[] before = Files.readAllBytes(home.resolve("memory.db"));

        assertThatIOException().isThrownBy(() -> new SqliteStore(home)).withMessageContaining("another program");
        assertThat(Files.readAllBytes(home.resolve("memory.db"))).isEqualTo(before);
    }

    @Test
    void fileThatCannotBeWrittenFailsTheStart() throws Exception {
        new SqliteStore(home).close();
        FaultyDialect dialect = new FaultyDialect(SqliteDialect.in(home));
        dialect.onNewWriters("PRAGMA query_only = ON");

        assertThatIOException()
                .isThrownBy(() -> new SqlStore(dialect, Schema.CURRENT))
                .withMessageContaining(home.resolve("memory.db").toString())
                .withMessageContaining("cannot be written");
    }

    @Test
    void damagedPageFailsTheReadAndIsReported() throws Exception {
        try (SqliteStore store = new SqliteStore(home)) {
            for (int i = 0; i < 50; i++) {
                put(store, "cell-" + i, LARGE);
            }
        }
        Damage.everyPageFrom(4, home.resolve("memory.db")); // all but those that the start reads

        try (SqliteStore store = new SqliteStore(home)) {
            assertThatIOException().isThrownBy(() -> contents(store)).withMessageContaining("damaged");
        }
    }

    @Test
    void cellThatCannotBeReadIsNamed() throws Exception {
        try (SqliteStore store = new SqliteStore(home)) {
            put(store, "good", "text");
            execute("INSERT INTO xray_cell (id, revision, document) VALUES ('bad', 99, '{\"id\":\"bad\"}')");

            assertThatIOException()
                    .isThrownBy(() -> store.get("bad"))
                    .withMessageContaining("'bad'")
                    .withMessageContaining("kind: a string is required");
            assertThatIOException().isThrownBy(() -> contents(store)).withMessageContaining("'bad'");
            assertThat(store.get("good")).isPresent();
        }
    }

    @Test
    void fullDiskFailsTheCommitInASentenceAndTheStoreRecoversAlone() throws Exception {
        FaultyDialect dialect = new FaultyDialect(SqliteDialect.in(home));
        dialect.onNewWriters("PRAGMA max_page_count = 64");
        try (SqlStore store = new SqlStore(dialect, Schema.CURRENT)) {
            Set<String> acknowledged = new HashSet<>();

            IOException full = catchThrowableOfType(IOException.class, () -> {
                for (int i = 0; ; i++) {
                    put(store, "cell-" + i, LARGE);
                    acknowledged.add("cell-" + i);
                }
            });

            assertThat(full)
                    .hasMessageContaining(home.resolve("memory.db").toString())
                    .hasMessageContaining("the disk is full; free space")
                    .hasMessageContaining("Nothing of this commit was stored");
            assertThat(acknowledged).isNotEmpty();
            assertThat(contents(store).keySet()).isEqualTo(acknowledged);
            dialect.heal();
            assertThat(store.problem())
                    .hasValueSatisfying(problem -> assertThat(problem).contains("the disk is full"));
            awaitNoProblem(store);
            put(store, "after", LARGE);
            acknowledged.add("after");
            assertThat(contents(store).keySet()).isEqualTo(acknowledged);
        }
    }

    @Test
    void commitOfUnknownOutcomeIsNotReportedAsDone() throws Exception {
        FaultyDialect dialect = new FaultyDialect(SqliteDialect.in(home));
        try (SqlStore store = new SqlStore(dialect, Schema.CURRENT)) {
            dialect.failCommits(new SQLException("the cable was pulled"));

            assertThatIOException()
                    .isThrownBy(() -> put(store, "a", "text"))
                    .withMessageContaining("the cable was pulled")
                    .withMessageContaining("Read the cells to learn whether");
            assertThat(store.problem()).isPresent();

            dialect.heal();
            put(store, "b", "text");
            assertThat(store.problem()).isEmpty();
            assertThat(contents(store)).containsOnlyKeys("b");
        }
    }

    @Test
    void defectAmidATransactionLeavesNothingForTheNext() throws Exception {
        FaultyDialect dialect = new FaultyDialect(SqliteDialect.in(home));
        try (SqlStore store = new SqlStore(dialect, Schema.CURRENT)) {
            dialect.failCommits(new IllegalStateException("a defect"));
            assertThatIOException().isThrownBy(() -> put(store, "a", "text")).withMessageContaining("a defect");

            dialect.heal();
            put(store, "b", "text");
            assertThat(contents(store)).containsOnlyKeys("b");
        }
    }

    private static void awaitNoProblem(SqlStore store) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (store.problem().isPresent()) {
            assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static void put(SqlStore store, String id, String content) throws IOException, StoreConflict {
        store.commit(List.of(new Put(note(id, content), MemoryWrite.ABSENT)));
    }

    /** What another program might do to the file. */
    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("memory.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
