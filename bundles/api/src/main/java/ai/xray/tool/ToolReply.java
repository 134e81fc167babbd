package ai.xray.tool;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a tool answers.
 *
 * @param structured a JSON object valid against the tool's output schema, as plain Java values
 * @param content what a model reads; empty when the door is to print {@code structured} as its text
 * @param error whether the call failed in a way the model should read about
 */
public record ToolReply(Optional<Map<String, Object>> structured, List<Content> content, boolean error) {
    public ToolReply {
        content = List.copyOf(content);
    }

    /** A structured answer whose text twin is its JSON. */
    public static ToolReply of(Map<String, Object> structured) {
        return new ToolReply(Optional.of(structured), List.of(), false);
    }

    /** A structured answer with a text twin of its own. */
    public static ToolReply of(Map<String, Object> structured, String text) {
        return new ToolReply(Optional.of(structured), List.of(new Content.Text(text)), false);
    }

    /** An answer in words alone. */
    public static ToolReply text(String text) {
        return new ToolReply(Optional.empty(), List.of(new Content.Text(text)), false);
    }
}
