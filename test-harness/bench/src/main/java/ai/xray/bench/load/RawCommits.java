package ai.xray.bench.load;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Supplier;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/** The baseline of writes: one row a commit by the bare driver, as durable as the store's and into a table like it. */
final class RawCommits implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement insert;
    private long rows;

    RawCommits(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        connection = config.createConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE cell (id TEXT NOT NULL PRIMARY KEY, revision BIGINT NOT NULL,"
                    + " document TEXT NOT NULL)");
        }
        insert = connection.prepareStatement("INSERT INTO cell (id, revision, document) VALUES (?, ?, ?)");
    }

    /** Commits for so long; how many a second. */
    double rate(Duration time, Supplier<String> documents) throws SQLException {
        long done = 0;
        long start = System.nanoTime();
        while (System.nanoTime() - start < time.toNanos()) {
            insert.setString(1, "cell-" + rows);
            insert.setLong(2, rows);
            insert.setString(3, documents.get());
            insert.executeUpdate();
            rows++;
            done++;
        }
        return done * 1e9 / (System.nanoTime() - start);
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        connection.close();
    }
}
