package ai.xray.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs programs to their end. */
final class Command {
    private static final Duration OUTPUT_END = Duration.ofSeconds(5);

    private Command() {}

    /**
     * The end of a program without standard input. One that has not ended by the deadline is killed and fails the test
     * with what it had said.
     *
     * @param environment set beside what this process has
     */
    static Exited run(List<String> command, Path directory, Map<String, String> environment, Duration deadline)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().putAll(environment);
        return finish(builder.start(), command, deadline);
    }

    private static Exited finish(Process process, List<String> command, Duration deadline)
            throws IOException, InterruptedException {
        process.getOutputStream().close();
        Output stdout = new Output(process.getInputStream(), line -> {});
        Output stderr = new Output(process.getErrorStream(), line -> {});
        try {
            if (!process.waitFor(deadline)) {
                throw new AssertionError("%s did not end within %s%n%s%n%s"
                        .formatted(String.join(" ", command), deadline, stdout.text(), stderr.text()));
            }
        } finally {
            // Not Process.destroyForcibly(), which would close the streams before they are read to their end.
            process.toHandle().destroyForcibly();
        }
        stdout.awaitEnd(OUTPUT_END);
        stderr.awaitEnd(OUTPUT_END);
        return new Exited(process.exitValue(), stdout.text(), stderr.text());
    }
}
