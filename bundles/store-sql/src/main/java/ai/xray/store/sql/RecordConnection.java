package ai.xray.store.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/** One connection for records, opened when first needed, used by one caller at a time and given up when it failed. Thread-safe. */
final class RecordConnection implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RecordConnection.class.getName());

    private final Dialect dialect;
    private final Dialect.Access access;
    private final ReentrantLock lock = new ReentrantLock();
    private Connection connection;
    private boolean closed;

    /** What is done with the connection, which commits by itself. */
    interface Use<T> {
        T with(Connection connection) throws SQLException;
    }

    RecordConnection(Dialect dialect, Dialect.Access access) {
        this.dialect = dialect;
        this.access = access;
    }

    /**
     * The result of {@code use}.
     *
     * @throws IOException when the database fails, or this is closed
     */
    <T> T with(Use<T> use) throws IOException {
        lock.lock();
        try {
            if (closed) {
                throw new IOException("The access records are closed; nothing was changed.");
            }
            if (connection == null) {
                connection = dialect.connect(access);
            }
            return use.with(connection);
        } catch (SQLException e) {
            giveUp();
            throw new IOException(
                    "The access records in %s failed: %s.".formatted(dialect.place(), dialect.explain(e)), e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            giveUp();
        } finally {
            lock.unlock();
        }
    }

    private void giveUp() {
        if (connection == null) {
            return;
        }
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection did not close", e);
        }
        connection = null;
    }
}
