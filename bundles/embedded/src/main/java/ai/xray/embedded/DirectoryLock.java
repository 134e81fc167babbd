package ai.xray.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The lock by which a server, or this, has a data directory to itself. The operating system lets go of it with the process. */
final class DirectoryLock implements AutoCloseable {
    /** The layout of data directories that this can use, as the server writes it into them. */
    private static final String LAYOUT = "1";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    static DirectoryLock take(Path directory) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve("lock");
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (tryLock(channel) == null) {
                throw new IOException("directory: '%s' is used already (%s); stop that, or choose another directory."
                        .formatted(directory, Files.readString(file).strip()));
            }
            checkLayout(directory);
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap("process %d\n"
                            .formatted(ProcessHandle.current().pid())
                            .getBytes(StandardCharsets.UTF_8)),
                    0);
            return new DirectoryLock(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException _) { // held by this process
            return null;
        }
    }

    private static void checkLayout(Path directory) throws IOException {
        Path version = directory.resolve("version");
        if (Files.exists(version) && !Files.readString(version).strip().equals(LAYOUT)) {
            throw new IOException(
                    "directory: '%s' was written by a newer version; nothing was changed, use that version."
                            .formatted(directory));
        }
    }

    @Override
    public void close() throws IOException {
        channel.truncate(0);
        channel.close();
    }
}
