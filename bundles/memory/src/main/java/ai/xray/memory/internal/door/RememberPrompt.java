package ai.xray.memory.internal.door;

import ai.xray.auth.Caller;
import ai.xray.prompt.Prompt;
import ai.xray.prompt.PromptReply;
import ai.xray.prompt.PromptSpec;
import ai.xray.tool.Content;
import ai.xray.tool.Invocation;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;

/** {@code remember}: ends a task by writing down what will matter later. */
@Component
public final class RememberPrompt implements Prompt {
    private static final PromptSpec SPEC = new PromptSpec(
            "remember",
            "Remember what was learned",
            "Ends a task: has the model write what was learned to memory, one fact at a time, without repeating what is there.",
            List.of(),
            Optional.of(Caller.MEMORY_WRITE));

    private static final String TEXT = """
            Look back over this conversation and keep what will matter to someone who was not here: decisions and why, facts \
            that were hard to find, preferences, what turned out wrong.

            For each: call search_memory first. If memory has it already, leave it; if memory says otherwise, correct it with \
            supersede_memory, or with refute_memory where it was never true. Else write it with upsert_memory: one fact per \
            cell, a title that a stranger can find, links to what it builds on, and low confidence where you only think so. \
            Write no secrets, and nothing that only held for today.

            End with a list of the ids you wrote, one line each.""";

    @Override
    public PromptSpec spec() {
        return SPEC;
    }

    @Override
    public PromptReply render(Invocation invocation) {
        return PromptReply.user(new Content.Text(TEXT));
    }
}
