package ai.xray.runtime.cli;

import ai.xray.runtime.server.Installation;
import ai.xray.runtime.server.Server;
import ai.xray.runtime.server.UnavailableException;
import ai.xray.runtime.settings.Configuration;
import ai.xray.runtime.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The distribution this program is part of, and the settings of everything in it. */
record Installed(Installation installation, Settings settings) {
    /** Reads both; {@code args} are looked through for the data directory, which may bring bundles with settings of its own. */
    static Installed forArguments(String[] args) throws IOException {
        Path data = dataDirectoryIn(args);
        Installation installation = Installation.read(home(), Optional.of(data));
        return new Installed(installation, Settings.of(Server.jarsWithSettings(installation, data)));
    }

    /** Where the distribution is. */
    static Path home() {
        String home = System.getProperty("xray.home");
        if (home == null) {
            throw new UnavailableException("the property xray.home is not set; start the server by bin/xray.");
        }
        return Path.of(home).toAbsolutePath();
    }

    /** The settings that {@code given} and the environment and the configuration file make. */
    Configuration configuration(Map<String, String> given) throws IOException {
        return Configuration.resolve(settings, System.getenv(), given);
    }

    private static Path dataDirectoryIn(String[] args) throws IOException {
        Map<String, String> flags = new LinkedHashMap<>();
        for (int i = 0; i < args.length; i++) {
            String name = args[i].replaceAll("^--?", "");
            for (String wanted : List.of("data-dir", "config")) {
                if (name.startsWith(wanted + "=")) {
                    flags.put(wanted, name.substring(wanted.length() + 1));
                } else if (name.equals(wanted) && i + 1 < args.length) {
                    flags.put(wanted, args[i + 1]);
                }
            }
        }
        return Configuration.dataDirectory(System.getenv(), flags);
    }
}
