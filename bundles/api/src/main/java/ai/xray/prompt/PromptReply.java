package ai.xray.prompt;

import ai.xray.memory.Named;
import ai.xray.tool.Content;
import java.util.List;

/** The messages that a prompt came to, in their order; at least one. */
public record PromptReply(List<Message> messages) {
    public PromptReply {
        messages = List.copyOf(messages);
    }

    /** One piece of a conversation. */
    public record Message(Role role, Content content) {}

    /** Who is made to speak. */
    public enum Role implements Named {
        USER,
        ASSISTANT
    }

    /** Messages of the user, one for each piece. */
    public static PromptReply user(Content... pieces) {
        return new PromptReply(List.of(pieces).stream()
                .map(piece -> new Message(Role.USER, piece))
                .toList());
    }
}
