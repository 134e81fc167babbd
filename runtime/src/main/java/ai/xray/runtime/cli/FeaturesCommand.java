package ai.xray.runtime.cli;

import ai.xray.json.Json;
import ai.xray.runtime.server.Installation;
import ai.xray.runtime.server.ResolverGate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleException;

/** {@code xray features}: what this installation can run. */
final class FeaturesCommand implements Command {
    private final Console console;

    FeaturesCommand(Console console) {
        this.console = console;
    }

    @Override
    public int run(String[] args) throws IOException, BundleException, InterruptedException {
        Flags flags = new Flags("features", "Lists what this installation can run.")
                .toggle("check", "Tell whether all of it fits together.")
                .toggle("json", "Print the result as one JSON object.");
        Optional<Given> given = flags.read(args, console.out());
        if (given.isEmpty()) {
            return Cli.OK;
        }
        Installation installation = Installation.read(Installed.home(), Optional.empty());
        boolean json = given.get().toggle("json");
        return given.get().toggle("check") ? check(installation, json) : list(installation, json);
    }

    private int list(Installation installation, boolean json) {
        if (json) {
            console.out().println(Json.write(Map.of("features", List.copyOf(installation.names()))));
        } else {
            installation.describe().forEach(console.out()::println);
        }
        return Cli.OK;
    }

    private int check(Installation installation, boolean json)
            throws IOException, BundleException, InterruptedException {
        List<String> problems = new ResolverGate(installation).problems();
        if (json) {
            console.out().println(Json.write(Map.of("problems", problems)));
        } else {
            problems.forEach(console.err()::println);
            console.out()
                    .printf("%d features, %d problems%n", installation.names().size(), problems.size());
        }
        return problems.isEmpty() ? Cli.OK : Cli.REFUSED;
    }
}
