package ai.xray.mcp;

import ai.xray.tool.Invocation;
import ai.xray.tool.Schema;
import ai.xray.tool.Tool;
import ai.xray.tool.ToolReply;
import ai.xray.tool.ToolSpec;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** A tool made of its parts. */
record SampleTool(ToolSpec spec, Body body) implements Tool {
    interface Body {
        ToolReply call(Invocation invocation) throws IOException;
    }

    static SampleTool named(String name, Body body) {
        return of(name, Schema.object().build(), Optional.empty(), Optional.empty(), body);
    }

    static SampleTool of(
            String name,
            Map<String, Object> input,
            Optional<Map<String, Object>> output,
            Optional<String> scope,
            Body body) {
        return new SampleTool(
                new ToolSpec(
                        name, "Title of " + name, "Does " + name + ".", input, output, scope, ToolSpec.Effect.READ),
                body);
    }

    /** Answers its argument {@code text}. */
    static SampleTool echo() {
        Map<String, Object> input = Schema.object()
                .required("text", Schema.string("Any.").length(1, 10))
                .optional("times", Schema.integer("How often.").between(1, 3))
                .build();
        Map<String, Object> output =
                Schema.object().required("text", Schema.string("The same.")).build();
        return of(
                "echo",
                input,
                Optional.of(output),
                Optional.empty(),
                invocation -> ToolReply.of(Map.of("text", invocation.arguments().get("text"))));
    }

    @Override
    public ToolReply call(Invocation invocation) throws IOException {
        return body.call(invocation);
    }
}
