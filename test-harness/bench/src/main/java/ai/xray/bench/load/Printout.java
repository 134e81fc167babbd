package ai.xray.bench.load;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Tables for who runs a benchmark, and a file that also holds what they were made of. */
final class Printout implements AutoCloseable {
    private final PrintWriter file;

    /** @param file is written anew */
    Printout(Path file) throws IOException {
        this.file = new PrintWriter(Files.newBufferedWriter(file), true);
        raw("# " + Instant.now() + ", load " + load());
    }

    /** A line of a table. */
    void line(String line) {
        System.out.println(line);
        file.println(line);
    }

    /** A line for the file alone. */
    void raw(String line) {
        file.println(line);
    }

    private static String load() {
        try {
            return Files.readString(Path.of("/proc/loadavg")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the machine's load is told by Linux only", e);
        }
    }

    @Override
    public void close() {
        raw("# " + Instant.now() + ", load " + load());
        file.close();
    }
}
