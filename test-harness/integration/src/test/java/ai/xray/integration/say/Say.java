package ai.xray.integration.say;

import ai.xray.tool.Invocation;
import ai.xray.tool.Schema;
import ai.xray.tool.Tool;
import ai.xray.tool.ToolReply;
import ai.xray.tool.ToolSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A tool whose name and answer come from its component description; it runs within the server, from {@code SayBundle}. */
public final class Say implements Tool {
    private static final int LONGEST_MILLIS = 10_000;

    private final String name;
    private final String answer;

    /** Called by the component runtime with the properties of the component. */
    public Say(Map<String, Object> properties) {
        name = (String) properties.get("tool.name");
        answer = (String) properties.get("answer");
    }

    @Override
    public ToolSpec spec() {
        Map<String, Object> input = Schema.object()
                .optional("begun", Schema.string("A file to create when the call begins."))
                .optional("millis", Schema.integer("How long to take.").between(0, LONGEST_MILLIS))
                .build();
        Map<String, Object> output = Schema.object()
                .required("said", Schema.string("The answer of the bundle."))
                .build();
        return new ToolSpec(
                name,
                "Say",
                "Says what its bundle was made to say.",
                input,
                Optional.of(output),
                Optional.empty(),
                ToolSpec.Effect.READ);
    }

    @Override
    public ToolReply call(Invocation invocation) throws IOException {
        if (invocation.arguments().get("begun") instanceof String file) {
            Files.createFile(Path.of(file));
        }
        if (invocation.arguments().get("millis") instanceof Long millis) {
            park(TimeUnit.MILLISECONDS.toNanos(millis));
        }
        return ToolReply.of(Map.of("said", answer));
    }

    private static void park(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
