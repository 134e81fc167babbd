package ai.xray.store.sql;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
    static final String FILE = "memory.db";

    /** How long a lock held by another program is waited for. */
    static final int BUSY_MILLIS = 10_000;

    private static final int LOG_BYTES_KEPT = 64 << 20;
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
     * The database of a data directory. The directory is created, readable for its owner only, when its parent exists: a
     * longer path that is missing is more likely a typo or a volume that is not mounted.
     */
    static SqliteDialect in(Path directory) throws IOException {
        Path file = directory.toAbsolutePath().normalize().resolve(FILE);
        createDirectory(file.getParent());
        createFile(file);
        return new SqliteDialect(file);
    }

    private static void createDirectory(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        try {
            Files.createDirectory(directory, ownerOnly(directory, "rwx------"));
        } catch (FileAlreadyExistsException e) {
            throw new IOException("data-dir: %s is not a directory; name a directory.".formatted(directory), e);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "data-dir: %s does not exist and neither does its parent; create it, mount its volume or set data-dir to an existing directory."
                            .formatted(directory),
                    e);
        } catch (FileSystemException e) {
            throw new IOException(
                    "data-dir: %s cannot be created (%s); create it or set data-dir to a directory that can be written."
                            .formatted(directory, reason(e)),
                    e);
        }
    }

    /** An empty file is an empty database. SQLite gives its log and index files the permissions of this one. */
    private static void createFile(Path file) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        try {
            Files.createFile(file, ownerOnly(file, "rw-------"));
        } catch (FileAlreadyExistsException e) {
            // Another process was faster; the file is there.
            return;
        } catch (FileSystemException e) {
            throw new IOException(
                    "The memory store %s cannot be created (%s); make its directory writable or set data-dir to another."
                            .formatted(file, reason(e)),
                    e);
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static String reason(FileSystemException e) {
        return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
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

    /** Written beside its final name first, so that a copy under that name is always whole. */
    @Override
    public void backUp(Connection writer, int version) throws SQLException, IOException {
        Path backup = file.resolveSibling(FILE + ".v" + version + ".backup");
        Path unfinished = file.resolveSibling(FILE + ".v" + version + ".unfinished");
        Files.deleteIfExists(unfinished);
        try (Statement statement = writer.createStatement()) {
            statement.execute("VACUUM INTO '" + unfinished.toString().replace("'", "''") + "'");
        }
        try (FileChannel copy = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
            copy.force(true);
        }
        Files.move(unfinished, backup, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
        int primary = sqlite.getResultCode().code & PRIMARY_CODE;
        return switch (SQLiteErrorCode.getErrorCode(primary)) {
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
