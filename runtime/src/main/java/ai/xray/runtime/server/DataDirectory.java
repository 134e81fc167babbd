package ai.xray.runtime.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The directory that holds everything the server keeps, locked while it runs. The lock is the operating system's, so that
 * it goes with the process however that ends; the file's text tells people who holds it.
 */
public final class DataDirectory implements AutoCloseable {
    /** The version of the layout that this server writes. */
    static final int VERSION = 1;

    /** Is there from the first change that a restore makes until all of it is in place. */
    private static final String RESTORING = "restoring";

    private final Path path;
    private final FileChannel channel;
    private final FileLock lock;

    private DataDirectory(Path path, FileChannel channel, FileLock lock) {
        this.path = path;
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Creates the directory where it is missing and takes it.
     *
     * @throws InUseException when another process holds it
     * @throws UnavailableException when it cannot be written, or a newer server wrote it
     */
    public static DataDirectory open(Path path) {
        DataDirectory directory = take(path);
        if (Files.exists(path.resolve(RESTORING))) {
            directory.closeQuietly();
            throw new UnavailableException(
                    "--data-dir: a restore into '%s' did not come to its end; run 'xray restore' again, with --force."
                            .formatted(path));
        }
        return directory;
    }

    /** Takes it as {@link #open} does, also where a restore did not come to its end. */
    public static DataDirectory openToRestore(Path path) {
        return take(path);
    }

    private static DataDirectory take(Path path) {
        try {
            Files.createDirectories(path);
        } catch (FileAlreadyExistsException e) {
            throw new UnavailableException("--data-dir: '%s' is a file, not a directory.".formatted(path), e);
        } catch (IOException e) {
            throw unwritable(path, e);
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                String holder = Files.readString(path.resolve("lock")).strip();
                throw new InUseException(path, holder);
            }
            DataDirectory directory = new DataDirectory(path, channel, lock);
            directory.checkVersion();
            directory.announce("process " + ProcessHandle.current().pid());
            return directory;
        } catch (IOException e) {
            closeQuietly(channel);
            throw unwritable(path, e);
        } catch (UnavailableException e) {
            closeQuietly(channel);
            throw e;
        }
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** Tells whoever is refused who holds the directory. */
    void announce(String holder) throws IOException {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap((holder + "\n").getBytes(StandardCharsets.UTF_8)), 0);
    }

    /** Keeps servers from starting on what is half restored; durable when this returns. */
    public void beginRestore() throws IOException {
        write(RESTORING, "");
    }

    /** What was restored is whole. */
    public void endRestore() throws IOException {
        Files.deleteIfExists(path.resolve(RESTORING));
    }

    /** Writes a file of the directory whole or not at all. */
    void write(String name, String text) throws IOException {
        Path part = Files.createTempFile(path, name, ".part");
        try (FileChannel out = FileChannel.open(part, StandardOpenOption.WRITE)) {
            out.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            out.force(true);
        }
        Files.move(part, path.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Gives it back. */
    @Override
    public void close() throws IOException {
        channel.truncate(0);
        lock.release();
        channel.close();
    }

    private void closeQuietly() {
        try {
            close();
        } catch (IOException ignored) {
            // the reason why it is closed is the one that is told
        }
    }

    private void checkVersion() throws IOException {
        Path file = path.resolve("version");
        if (!Files.exists(file)) {
            write("version", VERSION + "\n");
            return;
        }
        String text = Files.readString(file).strip();
        if (!text.matches("\\d{1,6}") || Integer.parseInt(text) > VERSION) {
            throw new UnavailableException(
                    "--data-dir: '%s' was written by a newer server (layout %s, this one knows up to %d); nothing was changed, use that version."
                            .formatted(path, text, VERSION));
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static UnavailableException unwritable(Path path, IOException cause) {
        return new UnavailableException(
                "--data-dir: '%s' cannot be written (%s); choose another directory or mend its permissions."
                        .formatted(path, IoFailure.reason(cause)),
                cause);
    }

    private static void closeQuietly(FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException ignored) {
                // the reason why it is closed is the one that is told
            }
        }
    }
}
