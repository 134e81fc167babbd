package ai.xray.store.sql;

import static ai.xray.store.sql.TestCells.contents;
import static ai.xray.store.sql.TestCells.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoredCell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaTest {
    private static final List<String> TODAY = List.of(
            "CREATE TABLE xray_store (schema_version INTEGER NOT NULL, last_revision BIGINT NOT NULL)",
            "INSERT INTO xray_store (schema_version, last_revision) VALUES (0, 0)",
            "CREATE TABLE xray_cell (id TEXT NOT NULL PRIMARY KEY, revision BIGINT NOT NULL, document TEXT NOT NULL)");

    private static final Schema TOMORROW =
            new Schema(List.of(TODAY, List.of("ALTER TABLE xray_cell ADD COLUMN note TEXT NOT NULL DEFAULT ''")));

    @TempDir
    Path home;

    private Map<String, StoredCell> cells;

    @BeforeEach
    void storeOfToday() throws Exception {
        try (SqliteStore store = new SqliteStore(home)) {
            store.commit(List.of(new Put(note("a", "text"), MemoryWrite.ABSENT)));
            cells = contents(store);
        }
    }

    @Test
    void releasedStepsAreAsTheyWere() {
        assertThat(Schema.CURRENT.version()).isEqualTo(1);
    }

    @Test
    void olderDatabaseIsMigratedAfterABackup() throws Exception {
        try (SqlStore store = new SqlStore(SqliteDialect.in(home), TOMORROW)) {
            assertThat(contents(store)).isEqualTo(cells);
            store.commit(List.of(new Put(note("b", "text"), MemoryWrite.ABSENT)));
        }

        Path restored = Files.createDirectory(home.resolve("restored"));
        Files.copy(home.resolve("memory.db.v1.backup"), restored.resolve("memory.db"));
        try (SqliteStore store = new SqliteStore(restored)) {
            assertThat(contents(store)).isEqualTo(cells);
        }
    }

    @Test
    void migratedDatabaseIsNotMigratedAgain() throws Exception {
        new SqlStore(SqliteDialect.in(home), TOMORROW).close();
        Files.delete(home.resolve("memory.db.v1.backup"));

        try (SqlStore store = new SqlStore(SqliteDialect.in(home), TOMORROW)) {
            assertThat(contents(store)).isEqualTo(cells);
        }
        assertThat(home.resolve("memory.db.v1.backup")).doesNotExist();
    }

    @Test
    void migrationThatFailsLeavesTheDatabaseAsItWas() throws Exception {
        Schema broken = new Schema(
                List.of(TODAY, List.of("DELETE FROM xray_cell", "ALTER TABLE no_such_table ADD COLUMN note TEXT")));

        assertThatIOException()
                .isThrownBy(() -> new SqlStore(SqliteDialect.in(home), broken))
                .withMessageContaining("no_such_table");

        try (SqliteStore store = new SqliteStore(home)) {
            assertThat(contents(store)).isEqualTo(cells);
        }
    }

    @Test
    void interruptedBackupDoesNotStopTheNextMigration() throws Exception {
        Files.writeString(home.resolve("memory.db.v1.backup.unfinished"), "half a copy");

        new SqlStore(SqliteDialect.in(home), TOMORROW).close();

        assertThat(home.resolve("memory.db.v1.backup.unfinished")).doesNotExist();
        assertThat(home.resolve("memory.db.v1.backup")).isNotEmptyFile();
    }

    @Test
    void newerDatabaseIsRefusedUntouched() throws Exception {
        new SqlStore(SqliteDialect.in(home), TOMORROW).close();
        byte[] before = Files.readAllBytes(home.resolve("memory.db"));

        assertThatIOException()
                .isThrownBy(() -> new SqliteStore(home))
                .withMessageContaining(home.resolve("memory.db").toString())
                .withMessageContaining("schema version 2")
                .withMessageContaining("up to 1");

        assertThat(Files.readAllBytes(home.resolve("memory.db"))).isEqualTo(before);
    }
}
