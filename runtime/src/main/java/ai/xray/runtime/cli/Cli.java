package ai.xray.runtime.cli;

import ai.xray.runtime.server.Installation;
import ai.xray.runtime.server.ResolverGate;
import ai.xray.runtime.server.Server;
import ai.xray.runtime.server.UnavailableException;
import ai.xray.runtime.settings.Configuration;
import ai.xray.runtime.settings.Settings;
import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.osgi.framework.BundleException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command line: finds the command, reads its flags, and turns what goes wrong into one sentence and an exit code. */
public final class Cli {
    static final int OK = 0;
    static final int REFUSED = 1;
    static final int USAGE = 2;
    static final int UNAVAILABLE = 3;

    private static final List<String> COMMANDS = List.of("serve", "features", "admin", "version", "help");
    private static final Pattern FLAG = Pattern.compile("--?[A-Za-z][A-Za-z0-9-]*");
    private static final int WIDTH = 110;

    private final PrintStream out;
    private final PrintStream err;

    private Cli(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Runs one command; the exit code. */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        return new Cli(out, err).run(args);
    }

    private int run(String[] args) {
        try {
            return dispatch(args);
        } catch (UsageException e) {
            err.println("xray: " + e.getMessage());
            return USAGE;
        } catch (RefusedException e) {
            err.println("xray: " + e.getMessage());
            return REFUSED;
        } catch (UnavailableException e) {
            err.println("xray: " + e.getMessage());
            return UNAVAILABLE;
        } catch (IOException | BundleException e) {
            err.println("xray: " + e);
            return UNAVAILABLE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNAVAILABLE;
        }
    }

    private int dispatch(String[] args) throws IOException, BundleException, InterruptedException {
        String command = args.length == 0 ? "help" : args[0];
        String[] rest = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
        return switch (command) {
            case "serve" -> serve(rest);
            case "features" -> features(rest);
            case "admin" -> new AdminCommand(out).run(rest);
            case "version", "--version", "-version" -> {
                out.println("X-Ray " + Version.current() + " on Java " + Runtime.version());
                yield OK;
            }
            case "help", "--help", "-help", "-h" -> {
                help();
                yield OK;
            }
            default -> throw UsageException.unknown("command", command, COMMANDS);
        };
    }

    private void help() {
        out.println("""
                Usage: xray COMMAND [FLAGS]

                  serve      run the server; 'xray serve --help' lists every setting
                  admin      change a running server: 'xray admin features [enable|disable NAME]'
                  features   what this installation can run; '--check' tells whether all of it fits together
                  version    print the version

                Exit codes: 0 done, 1 refused, 2 used wrongly, 3 something needed is not available.""");
    }

    private int serve(String[] args) throws IOException, BundleException, InterruptedException {
        Path data = dataDirectoryIn(args);
        Installation installation = Installation.read(home(), Optional.of(data));
        Settings settings = Settings.of(Server.jarsWithSettings(installation, data));
        CommandSpec spec = CommandSpec.create().name("xray serve");
        spec.usageMessage()
                .description("Runs the server. Every flag is also a line 'name: value' in xray.yaml and an environment"
                        + " variable XRAY_NAME; flags win over the environment, and that over the file.")
                .width(WIDTH);
        settings.flags().forEach(spec::addOption);
        spec.addOption(OptionSpec.builder("--help", "-help", "-h")
                .usageHelp(true)
                .description("Print this.")
                .build());
        CommandLine line = new CommandLine(spec);
        ParseResult parsed = parse(line, settings, args);
        if (parsed.isUsageHelpRequested()) {
            line.usage(out);
            return OK;
        }
        Map<String, String> flags = new LinkedHashMap<>();
        parsed.matchedOptions().forEach(option -> flags.put(option.longestName().substring(2), option.getValue()));
        return new ServeCommand(installation, settings).run(flags, out);
    }

    private static ParseResult parse(CommandLine line, Settings settings, String[] args) {
        requireKnown(line, settings, args);
        try {
            return line.parseArgs(args);
        } catch (CommandLine.UnmatchedArgumentException e) {
            throw new UsageException("'%s' is not expected here; flags begin with --."
                    .formatted(e.getUnmatched().getFirst()));
        } catch (ParameterException e) {
            throw new UsageException(e.getMessage() + ".");
        }
    }

    /** Before anything is parsed: in {@code --dev --lisen x} the parser would take the mistyped flag for a value. */
    private static void requireKnown(CommandLine line, Settings settings, String[] args) {
        for (String word : args) {
            String flag = word.replaceFirst("=.*", "");
            if (FLAG.matcher(flag).matches() && line.getCommandSpec().findOption(flag) == null) {
                throw UsageException.unknown("flag", flag.replaceFirst("^--?", ""), settings.names());
            }
        }
    }

    private int features(String[] args) throws IOException, BundleException, InterruptedException {
        Installation installation = Installation.read(home(), Optional.empty());
        if (args.length == 0) {
            installation.describe().forEach(out::println);
            return OK;
        }
        if (args.length == 1 && args[0].equals("--check")) {
            List<String> problems = new ResolverGate(installation).problems();
            problems.forEach(err::println);
            out.printf("%d features, %d problems%n", installation.names().size(), problems.size());
            return problems.isEmpty() ? OK : REFUSED;
        }
        throw UsageException.unknown("features: flag", args[0], List.of("--check"));
    }

    /** Needed before all other flags: the data directory may bring bundles with settings of their own. */
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

    private static Path home() {
        String home = System.getProperty("xray.home");
        if (home == null) {
            throw new UnavailableException("the property xray.home is not set; start the server by bin/xray.");
        }
        return Path.of(home).toAbsolutePath();
    }
}
