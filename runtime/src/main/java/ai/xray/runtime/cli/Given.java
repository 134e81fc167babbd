package ai.xray.runtime.cli;

import ai.xray.memory.Spelling;
import ai.xray.runtime.settings.Settings;
import ai.xray.runtime.settings.UsageException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What the arguments of a command gave. */
record Given(ParseResult parsed) {
    boolean help() {
        return parsed.isUsageHelpRequested();
    }

    /** Whether the flag {@code name}, which has no value, was given. */
    boolean toggle(String name) {
        return parsed.matchedOptionValue("--" + name, false);
    }

    /** The value of the flag {@code name}, if it was given. */
    Optional<String> value(String name) {
        return Optional.ofNullable(parsed.matchedOptionValue("--" + name, null));
    }

    /** The values of the flag {@code name}, which may be given again and again, in their order. */
    List<String> values(String name) {
        return parsed.matchedOptionValue("--" + name, List.of());
    }

    /** The words that are no flags. */
    List<String> words() {
        return parsed.hasMatchedPositional(0) ? parsed.matchedPositionalValue(0, List.of()) : List.of();
    }

    /**
     * The one word, if there is one.
     *
     * @throws UsageException when there are more
     */
    Optional<String> word() {
        List<String> words = words();
        if (words.size() > 1) {
            throw new UsageException("'%s' is not expected here; one name is enough, and flags begin with --."
                    .formatted(Spelling.excerpt(words.get(1))));
        }
        return words.stream().findFirst();
    }

    /**
     * The one word there must be.
     *
     * @throws UsageException when there is none, or more than one; {@code usage} says how the command is used
     */
    String requireWord(String usage) {
        return word().filter(text -> !text.isEmpty()).orElseThrow(() -> new UsageException("usage: " + usage + "."));
    }

    /**
     * The one word there must be, which may be empty.
     *
     * @throws UsageException when there is none, or more than one; {@code usage} says how the command is used
     */
    String requireText(String usage) {
        return word().orElseThrow(() -> new UsageException("usage: " + usage + "."));
    }

    /** The settings that were given, by name. */
    Map<String, String> settings(Settings settings) {
        Map<String, String> given = new LinkedHashMap<>();
        for (OptionSpec option : parsed.matchedOptions()) {
            String name = option.longestName().substring(2);
            if (settings.names().contains(name)) {
                given.put(name, option.getValue());
            }
        }
        return given;
    }
}
