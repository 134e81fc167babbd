package ai.xray.runtime.stdio;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads messages, one a line, each within a bound. Not thread-safe. */
final class Lines {
    private final InputStream in;
    private final int mostBytes;

    Lines(InputStream in, int mostBytes) {
        this.in = new BufferedInputStream(in);
        this.mostBytes = mostBytes;
    }

    /** The next line that is not blank; empty at the end. One that is too long is cut at the bound, and no JSON then. */
    Optional<String> next() throws IOException {
        for (int b = in.read(); b >= 0; b = in.read()) {
            String line = rest(b);
            if (!line.isBlank()) {
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }

    private String rest(int first) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        for (int b = first; b >= 0 && b != '\n'; b = in.read()) {
            if (line.size() < mostBytes) {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
