package ai.xray.runtime.archive;

import ai.xray.runtime.server.IoFailure;
import ai.xray.runtime.server.UnavailableException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that is written under another name beside its own and takes that when it is whole and on the disk. Readable by its
 * owner only, since it holds memory, private cells included. Closing one that was not kept removes it.
 */
public final class PartFile implements AutoCloseable {
    private final Path file;
    private final Path part;
    private final FileChannel channel;
    private final OutputStream out;

    private PartFile(Path file, Path part) throws IOException {
        this.file = file;
        this.part = part;
        channel = FileChannel.open(part, StandardOpenOption.WRITE);
        out = Channels.newOutputStream(channel);
    }

    /**
     * A part of {@code file}.
     *
     * @throws UnavailableException when it cannot be written there
     */
    public static PartFile of(Path file) {
        if (Files.isDirectory(file)) {
            throw new UnavailableException("'%s' is a directory; name a file.".formatted(file));
        }
        try {
            return new PartFile(file, Files.createTempFile(file.getParent(), file.getFileName() + ".", ".part"));
        } catch (IOException e) {
            throw new UnavailableException("'%s' cannot be written (%s).".formatted(file, IoFailure.reason(e)), e);
        }
    }

    /** Where to write. */
    public OutputStream out() {
        return out;
    }

    /** The file while it is not whole. */
    public Path part() {
        return part;
    }

    /** Puts what was written on the disk, under this name still. */
    public void flush() throws IOException {
        channel.force(true);
    }

    /** Puts what was written on the disk and gives it its name, in place of what had that. */
    public void keep() throws IOException {
        flush();
        channel.close();
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        force(file.getParent());
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(part);
    }

    /** Puts the names in a directory on the disk. */
    static void force(Path directory) throws IOException {
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
        }
    }
}
