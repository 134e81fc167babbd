package ai.xray.remote;

import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import java.util.regex.Pattern;

/** Names of models: what registries and servers call theirs, and nothing that could be mistaken for something else. */
public final class ModelName {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,99}");

    private ModelName() {}

    static boolean fits(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * Refuses what is no name.
     *
     * @param setting what the refusal speaks of
     * @param example a name that would do
     * @throws Refusal when {@code name} is empty or not of 1–100 of the characters that names have
     */
    public static void check(String setting, String name, String example) {
        if (name.isEmpty()) {
            throw Refusal.invalid(setting, "%s: must be set, for example %s.".formatted(setting, example));
        }
        if (!fits(name)) {
            throw Refusal.invalid(
                    setting,
                    "%s: '%s' must be 1 to 100 letters, digits and . _ : / @ + - and begin with a letter or digit."
                            .formatted(setting, Spelling.excerpt(name)));
        }
    }
}
