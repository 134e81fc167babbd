package ai.xray.runtime.stdio;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads server-sent events from the body of a reply. Not thread-safe. */
final class Events implements AutoCloseable {
    private final BufferedReader lines;
    private Optional<String> lastId = Optional.empty();

    Events(InputStream body) {
        this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    /** The data of the next event that has any; empty at the end. */
    Optional<String> next() throws IOException {
        StringBuilder data = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isEmpty() && !data.isEmpty()) {
                return Optional.of(data.toString());
            }
            if (line.startsWith("data:")) {
                data.append(data.isEmpty() ? "" : "\n").append(value(line));
            } else if (line.startsWith("id:")) {
                lastId = Optional.of(value(line));
            }
        }
        return Optional.empty();
    }

    /** The id of the last event that had one. */
    Optional<String> lastId() {
        return lastId;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private static String value(String line) {
        String value = line.substring(line.indexOf(':') + 1);
        return value.startsWith(" ") ? value.substring(1) : value;
    }
}
