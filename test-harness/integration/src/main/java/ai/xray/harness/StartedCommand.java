package ai.xray.harness;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A program that was started and may be killed before its end. */
public final class StartedCommand implements AutoCloseable {
    private static final Duration END_DEADLINE = Duration.ofSeconds(10);

    private final Process process;
    private final Output stdout;
    private final Output stderr;

    StartedCommand(List<String> command) throws IOException {
        process = new ProcessBuilder(command).start();
        process.getOutputStream().close();
        stdout = new Output(process.getInputStream(), line -> {});
        stderr = new Output(process.getErrorStream(), line -> {});
    }

    /** Whether it runs. */
    public boolean alive() {
        return process.isAlive();
    }

    /** What it has said so far. */
    public String said() {
        return stdout.text() + stderr.text();
    }

    /** Ends it at once (SIGKILL). */
    public void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        if (!process.waitFor(END_DEADLINE)) {
            throw new AssertionError("the killed program did not end within " + END_DEADLINE);
        }
    }

    @Override
    public void close() {
        process.toHandle().destroyForcibly();
    }
}
