package ai.xray.tool;

import java.util.Map;
import java.util.Optional;

/**
 * Something that is asked of the client in the middle of a call.
 *
 * @param <A> what it is answered with
 */
public sealed interface Question<A extends Answer> {
    /**
     * Asks the person at the client to fill in a form (MCP: elicitation). Never ask for a secret this way: the client, and
     * the model behind it, may see what is filled in.
     *
     * @param message why, for the person
     * @param schema JSON Schema of an object whose properties are strings, numbers, booleans or choices, without nesting
     */
    record Form(String message, Map<String, Object> schema) implements Question<Answer.Form> {}

    /**
     * Asks the client's model to write something (MCP: sampling).
     *
     * @param maxTokens the most it may write, at least 1
     */
    record Sample(String prompt, Optional<String> system, int maxTokens) implements Question<Answer.Sample> {
        public Sample {
            if (maxTokens < 1) {
                throw new IllegalArgumentException("maxTokens: is %d; allowed: 1 or more.".formatted(maxTokens));
            }
        }
    }

    /** Asks in which folders the client works (MCP: roots). */
    record Roots() implements Question<Answer.Roots> {}
}
