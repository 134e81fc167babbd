package ai.xray.store.sql;

import static ai.xray.store.sql.TestCells.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Put;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a file whose bytes were changed while nobody had it open. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SqliteDamageTest {
    private static final int CELLS = 300;

    @TempDir
    Path home;

    private Path file;

    @BeforeEach
    void storeOfManyPages() throws Exception {
        file = home.resolve("memory.db");
        try (SqliteStore store = new SqliteStore(home)) {
            List<MemoryWrite> writes = new ArrayList<>();
            for (int i = 0; i < CELLS; i++) {
                writes.add(new Put(note("cell-" + i, "content of " + i + " " + "x".repeat(500)), MemoryWrite.ABSENT));
            }
            store.commit(writes);
            assertThat(store.damage()).isEmpty();
        }
    }

    @Test
    void damagedPageIsToldAndSoIsEachCellOnIt() throws Exception {
        int page = leafOfTheTable();
        Damage.flip(file, (long) page * Damage.PAGE_BYTES, 64);

        List<String> findings = damage();

        assertThat(findings).allSatisfy(SqliteDamageTest::isASentenceWithWhatToDo);
        assertThat(findings).anySatisfy(finding -> assertThat(finding).contains("page " + (page + 1)));
        assertThat(findings)
                .filteredOn(finding -> finding.contains("'cell-"))
                .hasSizeBetween(1, 10)
                .allSatisfy(finding -> assertThat(finding).contains("part of the database is damaged"));
    }

    @Test
    void bytesFlippedInTheMiddleOfAPageAreToldByTheCellTheyBelongTo() throws Exception {
        long at = offsetOf("content of 150 ") + 100;
        Damage.flip(file, at, 16);

        assertThat(damage())
                .singleElement()
                .satisfies(finding -> assertThat(finding)
                        .contains("'cell-150'")
                        .contains("cannot be read")
                        .contains("restore a backup"));
    }

    @Test
    void manyFindingsAreToldInFewSentences() throws Exception {
        Damage.everyPageFrom(4, file);

        List<String> findings = damage();

        assertThat(findings).hasSizeBetween(2, 50).allSatisfy(SqliteDamageTest::isASentenceWithWhatToDo);
    }

    @Test
    void cellsWithoutADocumentAreCounted() throws Exception {
        execute("UPDATE xray_cell SET document = '{}'");

        List<String> findings = damage();

        assertThat(findings).hasSize(Inspection.MAX_CELLS + 1);
        assertThat(findings.getLast()).contains("%d more".formatted(CELLS - Inspection.MAX_CELLS));
    }

    @Test
    void checkHoldsNoWriterUp() throws Exception {
        SqliteDialect dialect = SqliteDialect.in(home);
        Inspection inspection = new Inspection(dialect, new Documents(dialect.place(), Documents.MAX_CHARS));
        try (SqliteStore store = new SqliteStore(home);
                Connection reader = dialect.connect(Dialect.Access.READ)) {
            assertThat(inspection.findings(reader)).isEmpty();
            assertThat(reader.getAutoCommit()).as("the transaction goes on").isFalse();

            store.commit(List.of(new Put(note("beside", "text"), MemoryWrite.ABSENT)));

            assertThat(store.get("beside")).isPresent();
        }
    }

    @Test
    void closedStoreIsNotChecked() throws Exception {
        SqliteStore store = new SqliteStore(home);
        store.close();

        assertThatIOException().isThrownBy(store::damage).withMessageContaining("closed");
    }

    private List<String> damage() throws IOException {
        try (SqliteStore store = new SqliteStore(home)) {
            return store.damage();
        }
    }

    private static void isASentenceWithWhatToDo(String finding) {
        assertThat(finding).startsWith("The memory store ").endsWith(".").containsAnyOf("restore", "more such cells");
    }

    /** A page, counted from 0, that holds cells. */
    private int leafOfTheTable() throws IOException {
        return (int) (offsetOf("content of 150 ") / Damage.PAGE_BYTES);
    }

    private long offsetOf(String text) throws IOException {
        int at = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).indexOf(text);
        assertThat(at).isPositive();
        return at;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
