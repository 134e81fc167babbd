package ai.xray.runtime.cli;

import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.framework.BundleException;

/** {@code xray admin …}: sees and changes the features, the settings and the keys of a server. */
final class AdminCommand implements Command {
    private final Console console;

    AdminCommand(Console console) {
        this.console = console;
    }

    @Override
    public int run(String[] args) throws IOException, BundleException, InterruptedException {
        Installed installed = Installed.forArguments(args);
        Flags flags = ServerFlags.addTo(
                new Flags("admin", "Lists the features, the settings and the keys of a server, and changes them.")
                        .words(
                                "features [enable|disable NAME] | settings [NAME [VALUE]] | keys [create NAME | revoke ID]",
                                "What to do.")
                        .toggle("reset", "With settings NAME: take the change of it back.")
                        .toggle("agent", "With keys create: for an agent, not for a person's programs.")
                        .value(
                                "scopes",
                                "SCOPES",
                                "With keys create: what it is good for, with commas between; by default"
                                        + " xray:memory.read,xray:memory.write.")
                        .value(
                                "expires-in-days",
                                "DAYS",
                                "With keys create: 1 to 3650; by default it does not expire."),
                installed);
        Optional<Given> read = flags.read(args, console.out());
        if (read.isEmpty()) {
            return Cli.OK;
        }
        Given given = read.get();
        List<String> words = given.words();
        switch (words.isEmpty() ? "" : words.getFirst()) {
            case "features" -> {
                requireNoReset(given);
                new AdminFeatures(console).run(words.subList(1, words.size()), given, installed);
            }
            case "keys" -> {
                requireNoReset(given);
                new AdminKeys(console).run(words.subList(1, words.size()), given, installed);
            }
            case "settings" -> new AdminSettings(console).run(words.subList(1, words.size()), given, installed);
            default ->
                throw new UsageException(
                        "usage: xray admin features [enable NAME | disable NAME], xray admin settings [NAME [VALUE |"
                                + " --reset]], or xray admin keys [create NAME | revoke ID].");
        }
        return Cli.OK;
    }

    private static void requireNoReset(Given given) {
        if (given.toggle("reset")) {
            throw new UsageException("--reset: is for settings.");
        }
    }
}
