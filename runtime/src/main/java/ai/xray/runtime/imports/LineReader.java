package ai.xray.runtime.imports;

import ai.xray.runtime.client.RefusedException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the lines of a file that are not blank, as bytes, each within a bound. */
final class LineReader implements AutoCloseable {
    /** The most bytes of a line: what a server takes at once. */
    static final int MAX_LINE_BYTES = 63 * 1024 * 1024;

    private static final int BUFFER_BYTES = 64 * 1024;

    private final InputStream in;
    private final LineNames names;
    private int number;

    LineReader(Path file, LineNames names) throws IOException {
        in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
        this.names = names;
    }

    /** The next line without its end; empty when there is none. */
    Optional<byte[]> next() throws IOException {
        for (int b = in.read(); b >= 0; b = in.read()) {
            number++;
            byte[] line = rest(b);
            if (!isBlank(line)) {
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }

    /** The number of the line that was read last, counted from 1, blank ones included. */
    int number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private byte[] rest(int first) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        for (int b = first; b >= 0 && b != '\n'; b = in.read()) {
            if (line.size() == MAX_LINE_BYTES) {
                throw new RefusedException("%s: is longer than %,d bytes.".formatted(names.of(number), MAX_LINE_BYTES));
            }
            line.write(b);
        }
        return line.toByteArray();
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }
}
