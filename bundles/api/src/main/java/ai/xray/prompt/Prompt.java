package ai.xray.prompt;

import ai.xray.auth.Caller;
import ai.xray.tool.Invocation;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A text to begin with that a person picks by name, as a rule from a menu or with a slash. Register it as a service and it is
 * offered at once; unregister it and it is gone from the next listing. Many calls run at the same time.
 */
public interface Prompt {
    /** What clients are told; constant for the life of the service. */
    PromptSpec spec();

    /**
     * Writes it. That required arguments are there, that no other names are, that values are strings, and the caller's scope
     * were checked before.
     *
     * @throws ai.xray.memory.Refusal for what the caller can mend
     * @throws IOException when something it needs failed
     */
    PromptReply render(Invocation invocation) throws IOException;

    /**
     * Suggests values for an argument while a person types.
     *
     * @param argument one of the specification's names
     * @param start what was typed so far
     * @param others values of other arguments that are known already
     * @return best first; the door passes on at most 100; only what {@code caller} may know of
     */
    default List<String> complete(String argument, String start, Map<String, String> others, Caller caller)
            throws IOException {
        return List.of();
    }
}
