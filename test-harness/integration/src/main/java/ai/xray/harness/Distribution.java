package ai.xray.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The unpacked distribution: what users get, started the way they start it. */
public record Distribution(Path home) {
    private static final Duration COMMAND_DEADLINE = Duration.ofSeconds(60);

    /** The one that the build made; the system property {@code xray.home} says where. */
    public static Distribution built() {
        String home = System.getProperty("xray.home");
        if (home == null) {
            throw new IllegalStateException("xray.home: the system property that names the distribution is not set");
        }
        Distribution distribution =
                new Distribution(Path.of(home).toAbsolutePath().normalize());
        if (!Files.isExecutable(distribution.program())) {
            throw new IllegalStateException(
                    "xray.home: there is no program at " + distribution.program() + "; build the distribution first");
        }
        return distribution;
    }

    /** Runs {@code xray} with these arguments to its end. */
    public Exited run(String... arguments) throws IOException, InterruptedException {
        return Command.run(command(List.of(arguments)), home, Map.of(), COMMAND_DEADLINE);
    }

    /** Starts {@code xray} with these arguments. */
    public StartedCommand start(String... arguments) throws IOException {
        return new StartedCommand(command(List.of(arguments)));
    }

    /**
     * Starts a server that keeps its data in {@code dataDir} and waits until it is ready; a development server unless the
     * flag {@code --dev=false} is given.
     */
    public ServerProcess serve(Path dataDir, String... flags) throws IOException, InterruptedException {
        return ServerProcess.start(this, dataDir, List.of(flags));
    }

    List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(program().toString());
        command.addAll(arguments);
        return command;
    }

    private Path program() {
        return home.resolve("bin").resolve("xray");
    }
}
