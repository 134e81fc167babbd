package ai.xray.bench.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A running server, in a process of its own on a port of its own. */
final class Server implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("is ready at http://[^:]+:(\\d+)");
    private static final Duration START_DEADLINE = Duration.ofMinutes(1);
    private static final Duration STOP_DEADLINE = Duration.ofSeconds(10);

    private final Process process;
    private final int port;

    private Server(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts one and waits until it says that it is ready. */
    static Server start(Distribution distribution, Path dataDir, List<String> flags)
            throws IOException, InterruptedException {
        List<String> arguments =
                new ArrayList<>(List.of("serve", "--dev", "--listen", "127.0.0.1:0", "--data-dir", dataDir.toString()));
        arguments.addAll(flags);
        return start(distribution.command(arguments));
    }

    /** Starts a program that says where it is ready as ours does. */
    static Server start(List<String> command) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("server", ".log");
        errors.toFile().deleteOnExit();
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        CompletableFuture<Integer> port = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> listen(process, port));
        try {
            return new Server(process, port.get(START_DEADLINE.toSeconds(), TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            process.destroyForcibly();
            throw new IOException("the server did not start: " + Files.readString(errors), e);
        }
    }

    private static void listen(Process process, CompletableFuture<Integer> port) {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                Matcher ready = READY.matcher(line);
                if (ready.find()) {
                    port.complete(Integer.parseInt(ready.group(1)));
                }
            }
            port.completeExceptionally(new IOException("it ended"));
        } catch (IOException e) {
            port.completeExceptionally(e);
        }
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** The processor time that it has taken so far. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElseThrow(() -> new IllegalStateException("the server has ended"));
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_DEADLINE)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
