package ai.xray.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** What a process of ours says on one stream, read as it comes so that the process never waits for its reader. */
final class Output {
    /** What Java itself says of the module of vector instructions, with no way to have it not said. */
    private static final String OF_JAVA = "WARNING: Using incubator modules: jdk.incubator.vector";

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Thread reader;

    /** Starts to read; each line also goes to {@code listener}, on the reading thread. */
    Output(InputStream stream, Consumer<String> listener) {
        // Not a virtual thread: reading a pipe keeps its carrier, and two of them keep both that a small machine has.
        reader = Thread.ofPlatform().daemon().name("output").start(() -> read(stream, listener));
    }

    /** What came so far. */
    String text() {
        return String.join("\n", lines);
    }

    /** Waits for the end of the stream, which comes with the end of the process. */
    void awaitEnd(Duration deadline) throws InterruptedException {
        if (!reader.join(deadline)) {
            throw new AssertionError("the output of an ended process did not end within " + deadline);
        }
    }

    private void read(InputStream stream, Consumer<String> listener) {
        try (BufferedReader text = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = text.readLine(); line != null; line = text.readLine()) {
                if (!line.equals(OF_JAVA)) {
                    lines.add(line);
                    listener.accept(line);
                }
            }
        } catch (IOException e) {
            lines.add("(the output could not be read on: " + e.getMessage() + ")");
        }
    }
}
