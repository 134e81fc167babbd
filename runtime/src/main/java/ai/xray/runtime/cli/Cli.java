package ai.xray.runtime.cli;

import ai.xray.runtime.client.RefusedException;
import ai.xray.runtime.server.IoFailure;
import ai.xray.runtime.server.UnavailableException;
import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.osgi.framework.BundleException;

/** The command line: finds the command, and turns what goes wrong into one sentence and an exit code. */
public final class Cli {
    static final int OK = 0;
    static final int REFUSED = 1;
    static final int USAGE = 2;
    static final int UNAVAILABLE = 3;

    private final Console console;
    private final Map<String, Command> commands = new LinkedHashMap<>();

    private Cli(Console console) {
        this.console = console;
        commands.put("serve", new ServeCommand(console));
        commands.put("mcp", new McpCommand(console, System.in));
        commands.put("search", new SearchCommand(console));
        commands.put("export", new ExportCommand(console));
        commands.put("import", new ImportCommand(console));
        commands.put("backup", new BackupCommand(console));
        commands.put("restore", new RestoreCommand(console));
        commands.put("doctor", new DoctorCommand(console));
        commands.put("admin", new AdminCommand(console));
        commands.put("features", new FeaturesCommand(console));
        commands.put("version", this::version);
        commands.put("help", this::help);
    }

    /** Runs one command; the exit code. */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        return new Cli(Console.of(out, err)).run(args);
    }

    private int run(String[] args) {
        try {
            return dispatch(args);
        } catch (UsageException e) {
            return failed(e.getMessage(), USAGE);
        } catch (RefusedException e) {
            return failed(e.getMessage(), REFUSED);
        } catch (UnavailableException e) {
            return failed(e.getMessage(), UNAVAILABLE);
        } catch (IOException e) {
            return failed(IoFailure.sentence(e), UNAVAILABLE);
        } catch (BundleException e) {
            return failed(e.toString(), UNAVAILABLE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNAVAILABLE;
        }
    }

    private int failed(String sentence, int code) {
        console.out().flush();
        console.err().println("xray: " + sentence);
        return code;
    }

    private int dispatch(String[] args) throws IOException, BundleException, InterruptedException {
        String name = args.length == 0 ? "help" : plain(args[0]);
        Command command = commands.get(name);
        if (command == null) {
            throw UsageException.unknown("command", name, commands.keySet());
        }
        return command.run(args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length));
    }

    /** The command that a first word means which looks like a flag. */
    private static String plain(String word) {
        return switch (word) {
            case "--version", "-version" -> "version";
            case "--help", "-help", "-h" -> "help";
            default -> word;
        };
    }

    private int version(String[] args) {
        console.out().println("X-Ray " + Version.current() + " on Java " + Runtime.version());
        return OK;
    }

    private int help(String[] args) {
        console.out().println("""
                Usage: xray COMMAND [FLAGS]

                  serve      run the server
                  mcp        speak MCP on standard input and output
                  search     find cells by words and by meaning
                  export     write every cell as a line of JSON
                  import     take in cells, a folder of Markdown notes, or the memory of the MCP reference server
                  backup     save the whole store to a file, while the server runs
                  restore    put a backup in place
                  doctor     look for what is wrong and say what to do
                  admin      see and change a server's features and settings
                  features   what this installation can run; '--check' tells whether all of it fits together
                  version    print the version

                'xray COMMAND --help' tells more about each.
                Exit codes: 0 done, 1 refused, 2 used wrongly, 3 something needed is not available.""");
        return OK;
    }
}
