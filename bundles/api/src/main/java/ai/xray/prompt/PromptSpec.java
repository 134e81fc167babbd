package ai.xray.prompt;

import java.util.List;
import java.util.Optional;

/**
 * A prompt as clients see it.
 *
 * @param name 1–64 of {@code A–Z a–z 0–9 _ - .}, unique among the registered prompts
 * @param title for people
 * @param description what it is good for, for people
 * @param scope what a caller must have been granted, for example {@code xray:memory.read}; empty for none
 */
public record PromptSpec(
        String name, String title, String description, List<Argument> arguments, Optional<String> scope) {
    public PromptSpec {
        arguments = List.copyOf(arguments);
    }

    /** A blank to fill in; its value is a string. */
    public record Argument(String name, String description, boolean required) {}
}
