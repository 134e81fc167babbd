package ai.xray.store.sql;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads of the whole database that take seconds to minutes: a copy, a check. One runs at a time, on a connection and a
 * platform thread of its own, because a native call of that length would keep a carrier from all other virtual threads; it
 * is stopped when its caller is interrupted or its time is over. Thread-safe.
 */
final class LongReads {
    private static final long STOP_MILLIS = 50;

    private final Dialect dialect;
    private final Duration limit;
    private final ReentrantLock turn = new ReentrantLock(true);

    /** What is done with a connection. */
    interface Reading<T> {
        T read(Connection connection) throws SQLException, IOException;
    }

    /** @param limit for one read, and for the wait until it is its turn */
    LongReads(Dialect dialect, Duration limit) {
        this.dialect = dialect;
        this.limit = limit;
    }

    /**
     * The result of {@code reading}; what it throws is thrown here.
     *
     * @throws IOException when the database fails, or the time is over
     */
    <T> T run(Reading<T> reading) throws IOException {
        awaitTurn();
        try (Connection connection = dialect.connect(Dialect.Access.READ);
                Statement stop = connection.createStatement()) {
            FutureTask<T> result = new FutureTask<>(() -> reading.read(connection));
            Thread thread =
                    Thread.ofPlatform().name("xray-store-long-read").daemon().start(result);
            try {
                return result.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("The work on the whole memory store was interrupted.");
            } catch (TimeoutException e) {
                throw tooLong(e);
            } catch (ExecutionException e) {
                throw failure(e.getCause());
            } finally {
                end(thread, stop);
            }
        } catch (SQLException e) {
            throw new IOException(Health.sentence(dialect, e), e);
        } finally {
            turn.unlock();
        }
    }

    private void awaitTurn() throws IOException {
        try {
            if (!turn.tryLock(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                throw tooLong(null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The work on the whole memory store was interrupted before it was begun.");
        }
    }

    private IOException tooLong(Throwable cause) {
        return new IOException(
                "The work on the whole memory store %s was not done in %d seconds; try again when its disk has less to do."
                        .formatted(dialect.place(), limit.toSeconds()),
                cause);
    }

    /** The failure of the reading, to be thrown in the caller. */
    private static IOException failure(Throwable cause) throws SQLException {
        return switch (cause) {
            case SQLException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case IOException e -> e;
            default -> new IOException(cause);
        };
    }

    /** Waits for the thread; stops the statement it runs, and the next should it begin another. */
    private static void end(Thread thread, Statement stop) throws SQLException {
        boolean interrupted = Thread.interrupted();
        while (thread.isAlive()) {
            stop.cancel();
            try {
                thread.join(STOP_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
