package ai.xray.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LongReadsTest {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CompletableFuture<Thread> ended = new CompletableFuture<>();

    @TempDir
    Path home;

    private SqliteDialect dialect;

    @BeforeEach
    void emptyDatabase() throws Exception {
        dialect = SqliteDialect.in(home);
        Schema.CURRENT.prepare(dialect);
    }

    /** Counts for ever. */
    private Void endless(Connection connection) throws SQLException {
        begun.countDown();
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n");
            return null;
        } finally {
            ended.complete(Thread.currentThread());
        }
    }

    @Test
    void resultAndFailuresOfTheReadingReachTheCaller() throws Exception {
        LongReads reads = new LongReads(dialect, Duration.ofMinutes(1));
        IllegalStateException defect = new IllegalStateException("a defect");
        IOException told = new IOException("a sentence");

        assertThat(reads.<Boolean>run(Connection::isReadOnly)).isTrue();
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> reads.run(connection -> {
                    throw defect;
                }))
                .isSameAs(defect);
        assertThatIOException()
                .isThrownBy(() -> reads.run(connection -> {
                    throw told;
                }))
                .isSameAs(told);
        assertThatIOException()
                .isThrownBy(() -> reads.run(connection -> connection.prepareStatement("SELECT absent")))
                .withMessageContaining(dialect.place())
                .withMessageContaining("no such column");
    }

    @Test
    void readingRunsOnAPlatformThread() throws Exception {
        LongReads reads = new LongReads(dialect, Duration.ofMinutes(1));

        assertThat(reads.<Thread>run(connection -> Thread.currentThread())).matches(thread -> !thread.isVirtual());
    }

    @Test
    void readingThatTakesTooLongIsStopped() throws Exception {
        LongReads reads = new LongReads(dialect, Duration.ofMillis(100));

        assertThatIOException().isThrownBy(() -> reads.run(this::endless)).withMessageContaining("was not done");

        assertThat(ended).isCompleted();
    }

    @Test
    void interruptedCallerStopsItsReading() throws Exception {
        LongReads reads = new LongReads(dialect, Duration.ofMinutes(10));
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                reads.run(this::endless);
                failure.complete(new AssertionError("it returned"));
            } catch (IOException e) {
                failure.complete(e);
            }
        });
        begun.await();

        caller.interrupt();

        assertThat(failure.get()).isInstanceOf(InterruptedIOException.class);
        assertThat(ended).isCompleted();
    }
}
