package com.example.words;

import ai.xray.memory.Refusal;
import ai.xray.tool.Invocation;
import ai.xray.tool.Schema;
import ai.xray.tool.Tool;
import ai.xray.tool.ToolReply;
import ai.xray.tool.ToolSpec;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;

/** A tool that counts words: the smallest complete extension of X-Ray. */
@Component
public final class WordCount implements Tool {
    private static final ToolSpec SPEC = new ToolSpec(
            "count_words",
            "Count words",
            "Counts the words of a text. Use it when a length limit is given in words. "
                    + "Example: {\"text\": \"to be or not to be\"} answers {\"words\": 6}.",
            Schema.object()
                    .required("text", Schema.string("The text, at most 100,000 characters.").length(0, 100_000))
                    .build(),
            Optional.of(Schema.object()
                    .required("words", Schema.integer("How many words the text has."))
                    .build()),
            Optional.empty(),
            ToolSpec.Effect.READ);

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public ToolReply call(Invocation invocation) {
        if (!(invocation.arguments().get("text") instanceof String text)) {
            throw Refusal.invalid("text", "text: a string is required.");
        }
        long words = text.isBlank() ? 0 : text.strip().split("\\s+").length;
        return ToolReply.of(Map.of("words", words));
    }
}
