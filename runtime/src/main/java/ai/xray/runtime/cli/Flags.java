package ai.xray.runtime.cli;

import ai.xray.runtime.settings.Settings;
import ai.xray.runtime.settings.UsageException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** The flags of one command: reads them and prints what they mean. Not for reuse. */
final class Flags {
    private static final Pattern FLAG = Pattern.compile("--?[A-Za-z][A-Za-z0-9-]*");
    private static final int WIDTH = 110;
    private static final List<String> SHOWN_SETTINGS = List.of("config", "data-dir", "store");

    private final CommandSpec spec;
    private final List<String> names = new ArrayList<>();

    /**
     * The flags of a command.
     *
     * @param command its name after {@code xray}
     * @param description what it does
     */
    Flags(String command, String description) {
        spec = CommandSpec.create().name("xray " + command);
        spec.usageMessage().description(description).width(WIDTH);
        add(OptionSpec.builder("--help", "-help", "-h").usageHelp(true).description("Print this."));
    }

    /** A flag with a value. */
    Flags value(String name, String label, String description) {
        return add(OptionSpec.builder("--" + name, "-" + name)
                .type(String.class)
                .paramLabel(label)
                .description(description));
    }

    /** A flag with a value that may be given again and again. */
    Flags values(String name, String label, String description) {
        return add(OptionSpec.builder("--" + name, "-" + name)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .paramLabel(label)
                .description(description));
    }

    /** A flag without a value. */
    Flags toggle(String name, String description) {
        return add(OptionSpec.builder("--" + name, "-" + name)
                .type(Boolean.class)
                .arity("0")
                .description(description));
    }

    /** Words besides flags, such as the name of a file. */
    Flags words(String label, String description) {
        spec.addPositional(PositionalParamSpec.builder()
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("0..*")
                .index("0..*")
                .paramLabel(label)
                .hideParamSyntax(true)
                .description(description)
                .build());
        return this;
    }

    /** Every setting of the server, listed in the help. */
    Flags settings(Settings settings) {
        settings.flags().forEach(this::add);
        return this;
    }

    /** Every setting of the server, of which the help lists the few that matter most and tells where the others are. */
    Flags fewSettings(Settings settings) {
        for (OptionSpec flag : settings.flags()) {
            boolean shown = SHOWN_SETTINGS.contains(name(flag));
            add(shown ? flag : OptionSpec.builder(flag).hidden(true).build());
        }
        spec.usageMessage().footer("", "Every other flag of 'xray serve' may be given too.");
        return this;
    }

    /**
     * What {@code args} give; empty when they asked for help, which has been printed.
     *
     * @throws UsageException when they cannot be read
     */
    Optional<Given> read(String[] args, PrintStream out) {
        requireKnown(args);
        CommandLine line = new CommandLine(spec);
        try {
            Given given = new Given(line.parseArgs(args));
            if (given.help()) {
                line.usage(out);
                return Optional.empty();
            }
            return Optional.of(given);
        } catch (CommandLine.UnmatchedArgumentException e) {
            throw new UsageException("'%s' is not expected here; flags begin with --."
                    .formatted(e.getUnmatched().getFirst()));
        } catch (ParameterException e) {
            throw new UsageException(e.getMessage() + ".");
        }
    }

    /** Before anything is parsed: in {@code --dev --lisen x} the parser would take the mistyped flag for a value. */
    private void requireKnown(String[] args) {
        for (String word : args) {
            if (word.equals("--")) {
                return;
            }
            String flag = word.replaceFirst("=.*", "");
            if (FLAG.matcher(flag).matches() && spec.findOption(flag) == null) {
                throw UsageException.unknown("flag", flag.replaceFirst("^--?", ""), names);
            }
        }
    }

    private Flags add(OptionSpec.Builder flag) {
        add(flag.build());
        return this;
    }

    private void add(OptionSpec flag) {
        spec.addOption(flag);
        names.add(name(flag));
    }

    private static String name(OptionSpec flag) {
        return flag.longestName().substring(2);
    }
}
