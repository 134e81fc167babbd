package ai.xray.store.sql;

import ai.xray.memory.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/**
 * A SQLite file in WAL mode: readers see the state of their first read while a writer appends to the log, and a commit
 * returns after the log was synced, so that it survives a loss of power.
 *
 * <p>The file is opened through SQLite alone. POSIX drops a process's locks on a file when <em>any</em> of its descriptors
 * is closed ("How To Corrupt An SQLite Database File", section 2.2), so copying it with {@link Files} while it is open
 * would unlock it.
 */
final class SqliteDialect implements Dialect {
    /** How long a lock held by another program is waited for. */
    static final int BUSY_MILLIS = 10_000;

    private static final int LOG_BYTES_KEPT = 64 << 20;
    private static final int MAX_FINDINGS = 20;
    private static final int PRIMARY_CODE = 0xFF;

    private final Path file;
    private final SQLiteDataSource readers;
    private final SQLiteDataSource writers;

    private SqliteDialect(Path file) {
        this.file = file;
        readers = source(file, true);
        writers = source(file, false);
    }

    /**
     * The database with the cells of a data directory.
     *
     * @throws IOException when its file can be neither found nor created, with a sentence that says why and what to do
     */
    static SqliteDialect in(Path directory) throws IOException {
        return in(directory, SqliteFile.CELLS);
    }

    /**
     * A database of a data directory.
     *
     * @throws IOException when its file can be neither found nor created, with a sentence that says why and what to do
     */
    static SqliteDialect in(Path directory, String name) throws IOException {
        return new SqliteDialect(SqliteFile.in(directory, name));
    }

    private static SQLiteDataSource source(Path file, boolean readOnly) {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(readOnly);
        // The file was created beforehand: one that vanishes later is an error, not a new empty store.
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.setBusyTimeout(BUSY_MILLIS);
        if (!readOnly) {
            config.setSynchronous(SynchronousMode.FULL);
            config.setJournalSizeLimit(LOG_BYTES_KEPT);
        }
        SQLiteDataSource source = new SQLiteDataSource(config);
        // As a URI, because the driver would take a '?' in a plain path for the start of parameters.
        source.setUrl("jdbc:sqlite:" + file.toUri());
        return source;
    }

    @Override
    public Connection connect(Access access) throws SQLException {
        if (access == Access.READ) {
            return readers.getConnection();
        }
        Connection writer = writers.getConnection();
        try (Statement statement = writer.createStatement()) {
            // Only macOS knows these; its plain fsync leaves data in the drive's cache.
            statement.execute("PRAGMA fullfsync = 1");
            statement.execute("PRAGMA checkpoint_fullfsync = 1");
            return writer;
        } catch (SQLException e) {
            writer.close();
            throw e;
        }
    }

    @Override
    public void adopt(Connection writer, int version) throws SQLException, IOException {
        try (Statement statement = writer.createStatement()) {
            if (version == 0 && hasTables(statement)) {
                throw new IOException(
                        "The memory store %s is a SQLite database of another program; move it away or set data-dir to another directory."
                                .formatted(file));
            }
            statement.execute("PRAGMA journal_mode = WAL");
        }
    }

    private static boolean hasTables(Statement statement) throws SQLException {
        try (ResultSet tables = statement.executeQuery("SELECT 1 FROM sqlite_schema LIMIT 1")) {
            return tables.next();
        }
    }

    @Override
    public void backUp(Connection writer, int version) throws SQLException, IOException {
        SqliteFile.copy(writer, file.resolveSibling(file.getFileName() + ".v" + version + ".backup"));
    }

    @Override
    public void copy(Connection reader, Path target) throws IOException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw Refusal.of(
                    Refusal.Code.CONFLICT, "The file %s exists already; name one that does not.".formatted(target));
        }
        try {
            SqliteFile.copy(reader, target.toAbsolutePath());
        } catch (SQLException e) {
            throw notCopied(target, explain(e), e);
        } catch (IOException e) {
            throw notCopied(target, SqliteFile.reason(e), e);
        }
    }

    private IOException notCopied(Path target, String why, Exception cause) {
        return new IOException("The memory store %s was not copied to %s: %s.".formatted(file, target, why), cause);
    }

    @Override
    public void damage(Connection reader, Consumer<String> findings) throws SQLException {
        try (Statement statement = reader.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA integrity_check(" + MAX_FINDINGS + ")")) {
            while (rows.next()) {
                rows.getString(1)
                        .lines()
                        .filter(line -> !line.equals("ok") && !line.startsWith("***")) // soundness; a headline
                        .limit(MAX_FINDINGS)
                        .map(this::finding)
                        .forEach(findings);
            }
        }
    }

    private String finding(String line) {
        return "The memory store %s is damaged (%s); stop the server and restore the file from a backup."
                .formatted(file, line);
    }

    @Override
    public boolean isDamage(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                && switch (primary(sqlite)) {
                    case SQLITE_CORRUPT, SQLITE_NOTADB -> true;
                    default -> false;
                };
    }

    private static SQLiteErrorCode primary(SQLiteException failure) {
        return SQLiteErrorCode.getErrorCode(failure.getResultCode().code & PRIMARY_CODE);
    }

    /** Moves the log into the file as far as no other program reads it; closing the last connection does the rest. */
    @Override
    public void settle(Connection writer) throws SQLException {
        try (Statement statement = writer.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(PASSIVE)");
        }
    }

    @Override
    public String place() {
        return file.toString();
    }

    @Override
    public String explain(SQLException failure) {
        if (!(failure instanceof SQLiteException sqlite)) {
            return failure.getMessage();
        }
        return switch (primary(sqlite)) {
            case SQLITE_FULL -> "the disk is full; free space on its volume";
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH ->
                "it cannot be written; make the file and its directory writable";
            case SQLITE_CANTOPEN ->
                "it cannot be opened; check that the file exists, that it and its directory can be read and written,"
                        + " and that the limit of open files is not reached";
            case SQLITE_NOTADB -> "the file is not a SQLite database; restore it from a backup or move it away";
            case SQLITE_CORRUPT -> "the file is damaged; stop the server and restore the file from a backup";
            case SQLITE_BUSY, SQLITE_LOCKED ->
                "another program held its lock for more than %d seconds; end that program"
                        .formatted(BUSY_MILLIS / 1000);
            case SQLITE_IOERR ->
                "the disk reports an error (%s); check the volume"
                        .formatted(sqlite.getResultCode().name());
            default -> failure.getMessage();
        };
    }
}
