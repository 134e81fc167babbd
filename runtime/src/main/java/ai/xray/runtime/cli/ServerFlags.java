package ai.xray.runtime.cli;

import ai.xray.runtime.client.ServerAccess;
import ai.xray.runtime.server.UnavailableException;
import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleException;

/** The flags by which a command finds the server it talks to. */
final class ServerFlags {
    private ServerFlags() {}

    /** Adds them, and {@code --json}, which every such command has. */
    static Flags addTo(Flags flags, Installed installed) {
        return whichServer(flags.toggle("json", "Print the result as one JSON object."), installed);
    }

    /** Adds those alone that say which server is meant. */
    static Flags whichServer(Flags flags, Installed installed) {
        return flags.value("url", "URL", "Talk to the server there, instead of the one that holds the data directory.")
                .value("token-file", "FILE", "With --url: file with the bearer token to show.")
                .fewSettings(installed.settings());
    }

    /** The server that the flags mean; where none holds the data directory, one of this process. */
    static ServerAccess connect(Given given, Installed installed)
            throws IOException, BundleException, InterruptedException {
        requireTogether(given);
        Optional<Path> tokenFile = given.value("token-file").map(ServerFlags::path);
        Optional<String> url = given.value("url");
        if (url.isPresent()) {
            return ServerAccess.at(url.get(), tokenFile);
        }
        Map<String, String> settings = given.settings(installed.settings());
        ServerAccess.quietly(settings, installed.settings().names());
        return ServerAccess.to(installed.configuration(settings), installed.installation());
    }

    /** Refuses a data directory that does not exist: what is only read from it would be an empty store of its own making. */
    static void requireData(Given given, Installed installed) throws IOException {
        requireTogether(given);
        if (given.value("url").isEmpty()) {
            Path data = installed
                    .configuration(given.settings(installed.settings()))
                    .dataDirectory();
            if (!Files.exists(data)) {
                throw new UnavailableException(
                        "--data-dir: '%s' does not exist, so there is nothing to take from it.".formatted(data));
            }
        }
    }

    /** Refuses a token without a server to show it to. */
    static void requireTogether(Given given) {
        if (given.value("token-file").isPresent() && given.value("url").isEmpty()) {
            throw new UsageException("--token-file: is for a server named by --url.");
        }
    }

    /** {@code text} as a path. */
    static Path path(String text) {
        try {
            return Path.of(text).toAbsolutePath().normalize();
        } catch (java.nio.file.InvalidPathException e) {
            throw new UsageException("'%s' is not a path.".formatted(text));
        }
    }
}
