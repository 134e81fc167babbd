package ai.xray.harness;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** MCP clients that other people wrote, run by Node from the folder of {@code package-lock.json}. */
public final class NodeClients {
    private static final Duration DEADLINE = Duration.ofMinutes(4);
    private static final int LEAST_NODE = 22;
    private static final Pattern VERSION = Pattern.compile("v(\\d+)\\..*");

    private final Path folder;
    private final Path node;
    private final Path home;

    private NodeClients(Path folder, Path node, Path home) {
        this.folder = folder;
        this.node = node;
        this.home = home;
    }

    /** Whether this is a machine that the packages bring their own Node for, so that the clients must be there. */
    public static boolean mustBeThere() {
        return System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64");
    }

    /**
     * The installed clients; the system property {@code xray.clients} says where. Empty where they are not installed or
     * there is no Node of version 22 or later.
     *
     * @param home a folder for what the clients keep about their user
     */
    public static Optional<NodeClients> find(Path home) throws IOException, InterruptedException {
        Path folder =
                Path.of(System.getProperty("xray.clients")).toAbsolutePath().normalize();
        if (!Files.isRegularFile(folder.resolve("node_modules/.installed-lock.json"))) {
            return Optional.empty();
        }
        return node(folder).map(node -> new NodeClients(folder, node, home));
    }

    /** Runs one of the folder's own scripts. */
    public Exited script(String name, String... arguments) throws IOException, InterruptedException {
        return run(folder.resolve(name), arguments);
    }

    /** Runs the program {@code name} of the installed packages. */
    public Exited program(String name, String... arguments) throws IOException, InterruptedException {
        return run(folder.resolve("node_modules/.bin").resolve(name), arguments);
    }

    /** Where a server's MCP endpoint is. */
    public static String endpoint(URI server) {
        return server.resolve("/mcp").toString();
    }

    /** The folder of the scripts and the lists beside them. */
    public Path folder() {
        return folder;
    }

    private Exited run(Path script, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(node.toString(), script.toString()));
        command.addAll(Arrays.asList(arguments));
        // Some of the clients start node again by its name.
        String path = node.getParent() + File.pathSeparator + System.getenv("PATH");
        return Command.run(command, home, Map.of("HOME", home.toString(), "PATH", path, "NO_COLOR", "1"), DEADLINE);
    }

    private static Optional<Path> node(Path folder) throws IOException, InterruptedException {
        List<Path> candidates = new ArrayList<>(List.of(folder.resolve("node_modules/.bin/node")));
        for (String directory : System.getenv("PATH").split(File.pathSeparator, -1)) {
            candidates.add(Path.of(directory, "node"));
        }
        for (Path candidate : candidates) {
            if (Files.isExecutable(candidate) && version(candidate) >= LEAST_NODE) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private static int version(Path node) throws IOException, InterruptedException {
        Exited exited =
                Command.run(List.of(node.toString(), "--version"), Path.of("."), Map.of(), Duration.ofSeconds(10));
        Matcher matcher = VERSION.matcher(exited.stdout());
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }
}
