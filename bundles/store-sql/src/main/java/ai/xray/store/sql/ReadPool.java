package ai.xray.store.sql;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Connections that only read: opened when first needed, at most so many, used by one caller at a time, dropped when one
 * failed. Thread-safe.
 */
final class ReadPool implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ReadPool.class.getName());
    private static final int PATIENCE_SECONDS = 30;

    private final Dialect dialect;
    private final Health health;
    private final int size;
    private final Semaphore permits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<CellReader> idle = new ArrayDeque<>();
    private boolean closed;

    /** What is done with a connection. */
    interface Reading<T> {
        T read(CellReader reader) throws SQLException, IOException;
    }

    ReadPool(Dialect dialect, Health health, int size) {
        this.dialect = dialect;
        this.health = health;
        this.size = size;
        permits = new Semaphore(size);
    }

    /**
     * The result of {@code reading}.
     *
     * @throws IOException when the database fails, this is closed, or no connection gets free in time
     */
    <T> T with(Reading<T> reading) throws IOException {
        acquirePermit();
        try {
            CellReader reader = take();
            boolean usable = false;
            try {
                T result = reading.read(reader);
                usable = true;
                health.readWorked();
                return result;
            } catch (SQLException e) {
                throw health.readFailed(e);
            } catch (RuntimeException | Error | IOException e) {
                usable = true; // it was not the connection that failed
                throw e;
            } finally {
                giveBack(reader, usable);
            }
        } finally {
            permits.release();
        }
    }

    /** Refuses new reads and closes the connections; one in use is closed when its read ends. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            idle.forEach(ReadPool::discard);
            idle.clear();
        } finally {
            lock.unlock();
        }
    }

    private void acquirePermit() throws IOException {
        try {
            if (!permits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("All %d read connections of the memory store were busy for %d seconds; try again."
                        .formatted(size, PATIENCE_SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The read was interrupted before it was begun.");
        }
    }

    private CellReader take() throws IOException {
        lock.lock();
        try {
            if (closed) {
                throw new IOException("The memory store is closed.");
            }
            CellReader reader = idle.pollLast();
            if (reader != null) {
                return reader;
            }
        } finally {
            lock.unlock();
        }
        try {
            return new CellReader(dialect.connect(Dialect.Access.READ));
        } catch (SQLException e) {
            throw health.readFailed(e);
        }
    }

    private void giveBack(CellReader reader, boolean usable) {
        lock.lock();
        try {
            if (usable && !closed) {
                idle.addLast(reader);
                return;
            }
        } finally {
            lock.unlock();
        }
        discard(reader);
    }

    private static void discard(CellReader reader) {
        try {
            reader.close();
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "a read connection did not close", e);
        }
    }
}
