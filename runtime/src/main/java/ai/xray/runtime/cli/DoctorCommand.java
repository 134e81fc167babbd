package ai.xray.runtime.cli;

import ai.xray.json.Json;
import ai.xray.runtime.server.UnavailableException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleException;

/** {@code xray doctor}: looks for what is wrong and says what to do. */
final class DoctorCommand implements Command {
    private final Console console;

    DoctorCommand(Console console) {
        this.console = console;
    }

    @Override
    public int run(String[] args) throws IOException, BundleException, InterruptedException {
        Installed installed;
        try {
            installed = Installed.forArguments(args);
        } catch (UnavailableException e) {
            // Not even the flags are known then, so none of them can be read.
            return show(List.of(Check.java(), Check.failed("distribution", e.getMessage())), false);
        }
        Flags flags = new Flags(
                        "doctor",
                        "Checks Java, the distribution, the settings, the data directory, the port, and all that the"
                                + " server keeps. The exit code is 1 when something is wrong.")
                .toggle("json", "Print the result as one JSON object.")
                .fewSettings(installed.settings());
        Optional<Given> given = flags.read(args, console.out());
        if (given.isEmpty()) {
            return Cli.OK;
        }
        return show(
                new Doctor(installed, given.get().settings(installed.settings())).checks(),
                given.get().toggle("json"));
    }

    private int show(List<Check> checks, boolean json) {
        boolean ok = checks.stream().allMatch(Check::ok);
        if (json) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("ok", ok);
            result.put("checks", checks.stream().map(Check::fields).toList());
            console.out().println(Json.write(result));
        } else {
            checks.forEach(check ->
                    console.out().printf("%-4s  %-14s %s%n", check.ok() ? "ok" : "FAIL", check.part(), check.detail()));
        }
        return ok ? Cli.OK : Cli.REFUSED;
    }
}
