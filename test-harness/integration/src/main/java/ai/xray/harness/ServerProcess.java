package ai.xray.harness;

import java.io.IOException;
import java.net.URI;
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

/** A running server of the distribution, in a process of its own on a port of its own. */
public final class ServerProcess implements AutoCloseable {
    /** How long a server may take to stop when it is asked to. */
    public static final Duration STOP_DEADLINE = Duration.ofSeconds(5);

    private static final Duration START_DEADLINE = Duration.ofSeconds(60);
    private static final Duration KILL_DEADLINE = Duration.ofSeconds(10);
    private static final Pattern READY = Pattern.compile("X-Ray \\S+ is ready at (http://\\S+)");

    private final Distribution distribution;
    private final Path dataDir;
    private final List<String> flags;
    private final Process process;
    private final Output stdout;
    private final Output stderr;
    private final CompletableFuture<URI> ready = new CompletableFuture<>();

    private ServerProcess(Distribution distribution, Path dataDir, List<String> flags) throws IOException {
        this.distribution = distribution;
        this.dataDir = dataDir;
        this.flags = flags;
        List<String> arguments =
                new ArrayList<>(List.of("serve", "--listen", "127.0.0.1:0", "--data-dir", dataDir.toString()));
        if (!flags.contains("--dev=false")) {
            arguments.add("--dev");
        }
        arguments.addAll(flags);
        process = new ProcessBuilder(distribution.command(arguments)).start();
        process.getOutputStream().close();
        stdout = new Output(process.getInputStream(), this::noticeReady);
        stderr = new Output(process.getErrorStream(), line -> {});
    }

    /** Starts a server and waits for its ready line; a server that ends or stays silent fails with what it said. */
    static ServerProcess start(Distribution distribution, Path dataDir, List<String> flags)
            throws IOException, InterruptedException {
        ServerProcess server = new ServerProcess(distribution, dataDir, flags);
        boolean started = false;
        try {
            server.awaitReady();
            started = true;
            return server;
        } finally {
            if (!started) {
                server.close();
            }
        }
    }

    /** Where it listens, without a path. */
    public URI baseUri() {
        return ready.join();
    }

    /** Everything it has printed so far. */
    public String log() {
        return stdout.text() + "\n" + stderr.text();
    }

    /** Whether its process runs. */
    public boolean alive() {
        return process.isAlive();
    }

    /** Asks it to stop (SIGTERM) without waiting. */
    public void terminate() {
        // Not Process.destroy(), which would close the streams that the server still writes its log to.
        process.toHandle().destroy();
    }

    /**
     * Asks it to stop (SIGTERM) and waits for its end.
     *
     * @return its exit code
     */
    public int stop() throws InterruptedException {
        terminate();
        return awaitEnd(STOP_DEADLINE);
    }

    /** Ends it at once (SIGKILL): it cannot finish or flush anything. */
    public void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        awaitEnd(KILL_DEADLINE);
    }

    /** Waits for its end, however it comes, and returns its exit code. */
    public int awaitEnd(Duration deadline) throws InterruptedException {
        if (!process.waitFor(deadline)) {
            throw new AssertionError("the server did not end within " + deadline + "\n" + log());
        }
        return process.exitValue();
    }

    /** Stops it where it still runs, and starts another one over the same data with the same flags. */
    public ServerProcess restart() throws IOException, InterruptedException {
        if (process.isAlive()) {
            stop();
        }
        return start(distribution, dataDir, flags);
    }

    /** Kills it where it still runs. */
    @Override
    public void close() {
        try {
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it is killed all the same
        }
    }

    private void noticeReady(String line) {
        Matcher matcher = READY.matcher(line);
        if (matcher.matches()) {
            ready.complete(URI.create(matcher.group(1)));
        }
    }

    private void awaitReady() throws InterruptedException {
        try {
            CompletableFuture.anyOf(ready, process.onExit()).get(START_DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new AssertionError("the server was not ready within " + START_DEADLINE + "\n" + log(), e);
        }
        if (!ready.isDone()) {
            stdout.awaitEnd(KILL_DEADLINE);
            stderr.awaitEnd(KILL_DEADLINE);
            throw new AssertionError(
                    "the server ended with %d before it was ready%n%s".formatted(process.exitValue(), log()));
        }
    }
}
