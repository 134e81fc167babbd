package ai.xray.mcp;

import ai.xray.tool.Question;
import java.util.Map;

/** What a client said it can be asked. */
record ClientCapabilities(boolean forms, boolean sampling, boolean roots) {
    /** Those of a client that said nothing. */
    static final ClientCapabilities NONE = new ClientCapabilities(false, false, false);

    /** What a {@code ClientCapabilities} object says. */
    static ClientCapabilities of(Map<?, ?> said) {
        // Elicitation without a mode means forms: the other mode is younger than the capability.
        boolean forms = said.get("elicitation") instanceof Map<?, ?> modes
                && (modes.containsKey("form") || !modes.containsKey("url"));
        return new ClientCapabilities(
                forms, said.get("sampling") instanceof Map<?, ?>, said.get("roots") instanceof Map<?, ?>);
    }

    boolean allow(Question<?> question) {
        return switch (question) {
            case Question.Form _ -> forms;
            case Question.Sample _ -> sampling;
            case Question.Roots _ -> roots;
        };
    }

    /** The name of the capability that {@code question} needs. */
    static String needed(Question<?> question) {
        return switch (question) {
            case Question.Form _ -> "elicitation";
            case Question.Sample _ -> "sampling";
            case Question.Roots _ -> "roots";
        };
    }
}
