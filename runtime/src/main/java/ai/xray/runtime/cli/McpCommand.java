package ai.xray.runtime.cli;

import ai.xray.runtime.client.AgentSecret;
import ai.xray.runtime.client.ServerAccess;
import ai.xray.runtime.settings.Configuration;
import ai.xray.runtime.stdio.StdioBridge;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleException;

/**
 * {@code xray mcp}: MCP over standard streams, for clients that start their servers. Nothing but the protocol goes to
 * standard output.
 */
final class McpCommand implements Command {
    private static final String SECRET = "mcp-secret-file";

    private final Console console;
    private final InputStream in;

    McpCommand(Console console, InputStream in) {
        this.console = console;
        this.in = in;
    }

    @Override
    public int run(String[] args) throws IOException, BundleException, InterruptedException {
        Installed installed = Installed.forArguments(args);
        Flags flags = ServerFlags.whichServer(
                new Flags(
                        "mcp",
                        "Speaks MCP on standard input and output: with the server that holds the data directory, or with one"
                                + " of its own that takes it."),
                installed);
        Optional<Given> given = flags.read(args, console.out());
        return given.isEmpty() ? Cli.OK : carry(given.get(), installed);
    }

    private int carry(Given given, Installed installed) throws IOException, BundleException, InterruptedException {
        System.setOut(console.err()); // whatever a library prints must not come between messages
        ServerFlags.requireTogether(given);
        try (StdioBridge bridge = new StdioBridge(() -> connect(given, installed), console.out())) {
            bridge.run(in);
        }
        return Cli.OK;
    }

    /**
     * The server, where this comes in as agents do: with the shared secret that is configured, else with one that lies in the
     * data directory and is good for the servers that this command starts.
     */
    private static ServerAccess connect(Given given, Installed installed)
            throws IOException, BundleException, InterruptedException {
        if (given.value("url").isPresent()) {
            return ServerFlags.connect(given, installed);
        }
        Map<String, String> settings = given.settings(installed.settings());
        Configuration configured = installed.configuration(settings);
        String secret = configured.text(SECRET);
        Path secretFile =
                secret.isBlank() ? AgentSecret.in(configured.dataDirectory()) : ServerFlags.path(secret.strip());
        ServerAccess.quietly(settings, installed.settings().names());
        settings.put(SECRET, secretFile.toString());
        return ServerAccess.to(installed.configuration(settings), installed.installation(), secretFile);
    }
}
