package ai.xray.mcp;

import ai.xray.auth.Caller;
import ai.xray.prompt.Prompt;
import ai.xray.prompt.PromptReply;
import ai.xray.prompt.PromptSpec;
import ai.xray.tool.Invocation;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A prompt made of its parts. */
record SamplePrompt(PromptSpec spec, Body body, List<String> suggestions) implements Prompt {
    interface Body {
        PromptReply render(Invocation invocation) throws IOException;
    }

    @Override
    public PromptReply render(Invocation invocation) throws IOException {
        return body.render(invocation);
    }

    @Override
    public List<String> complete(String argument, String start, Map<String, String> others, Caller caller) {
        return suggestions.stream()
                .filter(value -> value.startsWith(others.getOrDefault("prefix", "") + start))
                .toList();
    }
}
