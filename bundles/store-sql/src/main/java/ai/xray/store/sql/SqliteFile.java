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
import java.sql.SQLException;
import java.sql.Statement;

/** Where a database lies and how a copy of it comes about; all of it readable for its owner only. */
final class SqliteFile {
    /** All cells. */
    static final String CELLS = "memory.db";

    /** Who may come in; apart from the cells, so that no copy of memory brings back what was revoked since. */
    static final String RECORDS = "access.db";

    private SqliteFile() {}

    /**
     * The file of a data directory, empty if it is new. The directory is created when its parent exists: a longer path that
     * is missing is more likely a typo or a volume that is not mounted.
     *
     * @throws IOException when either cannot be created, with a sentence that says why and what to do
     */
    static Path in(Path directory, String name) throws IOException {
        Path file = directory.toAbsolutePath().normalize().resolve(name);
        createDirectory(file.getParent());
        createFile(file);
        return file;
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

    /**
     * Writes what {@code source} sees to {@code target}, in place of what is there; durable when it returns. It is written
     * beside that name first, so that a copy under it is always whole; what a process that was killed left there is
     * replaced.
     */
    static void copy(Connection source, Path target) throws SQLException, IOException {
        Path unfinished = target.resolveSibling(target.getFileName() + ".unfinished");
        discard(unfinished);
        Files.createFile(unfinished, ownerOnly(unfinished, "rw-------")); // SQLite takes an empty file for a new one
        try {
            try (Statement statement = source.createStatement()) {
                statement.execute("VACUUM INTO '" + unfinished.toString().replace("'", "''") + "'");
            }
            sync(unfinished, StandardOpenOption.WRITE);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            discard(unfinished);
        }
        if (knowsPermissions(target)) { // the others do not open directories, and keep names in a log of their own
            sync(target.getParent(), StandardOpenOption.READ);
        }
    }

    /** The journal goes first: SQLite would play one that it found beside a new file of that name. */
    private static void discard(Path unfinished) throws IOException {
        Files.deleteIfExists(unfinished.resolveSibling(unfinished.getFileName() + "-journal"));
        Files.deleteIfExists(unfinished);
    }

    private static void sync(Path path, StandardOpenOption access) throws IOException {
        try (FileChannel channel = FileChannel.open(path, access)) {
            channel.force(true);
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        return knowsPermissions(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean knowsPermissions(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** What the operating system said, for a sentence. */
    static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "there is no such directory";
            case FileSystemException e when e.getReason() != null -> e.getReason();
            case FileSystemException e -> e.getClass().getSimpleName();
            default -> failure.getMessage();
        };
    }
}
