package ai.xray.store.sql;

import static ai.xray.record.RecordStore.ABSENT;
import static ai.xray.record.RecordStore.NEVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.contracts.RecordStoreContract;
import ai.xray.record.RecordStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteRecordsTest extends RecordStoreContract {
    @TempDir
    private Path home;

    @Override
    protected RecordStore open(InstantSource clock) throws Exception {
        return new SqliteRecords(home, clock);
    }

    @Override
    protected void close(RecordStore opened) {
        ((SqliteRecords) opened).close();
    }

    @Test
    void recordsAreThereAfterAStart() throws Exception {
        long revision = store().put("key", "a", "1", NEVER, ABSENT).orElseThrow();
        close(store());

        try (SqliteRecords again = new SqliteRecords(home, InstantSource.system())) {
            assertThat(again.get("key", "a").orElseThrow().revision()).isEqualTo(revision);
        }
    }

    @Test
    void fileIsForItsOwnerAloneAndApartFromTheCells() throws Exception {
        store().put("key", "a", "1", NEVER, ABSENT);

        Path file = home.resolve("access.db");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(home.resolve("memory.db")).doesNotExist();
    }

    @Test
    void expiredRecordsLeaveTheFile(@TempDir Path other) throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-30T12:00:00Z"));
        try (SqliteRecords records = new SqliteRecords(other, now::get)) {
            records.put("key", "over", "1", now.get().plusSeconds(1), ABSENT);
            now.updateAndGet(then -> then.plus(Duration.ofHours(1)));
            records.put("key", "stays", "1", NEVER, ABSENT);

            try (Connection connection = SqliteDialect.in(other, "access.db").connect(Dialect.Access.READ);
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT group_concat(id) FROM xray_record")) {
                assertThat(row.getString(1)).isEqualTo("stays");
            }
        }
    }

    @Test
    void closedStoreSaysSo() {
        close(store());

        assertThatIOException()
                .isThrownBy(() -> store().put("key", "a", "1", NEVER, ABSENT))
                .withMessageContaining("closed");
        assertThatIOException().isThrownBy(() -> store().get("key", "a")).withMessageContaining("closed");
    }

    @Test
    void fileOfAnotherProgramIsRefused(@TempDir Path other) throws Exception {
        Files.writeString(other.resolve("access.db"), "this is not a database, but a text of some length".repeat(20));

        assertThatIOException()
                .isThrownBy(() -> new SqliteRecords(other, InstantSource.system()).close())
                .withMessageContaining("access.db");
    }
}
