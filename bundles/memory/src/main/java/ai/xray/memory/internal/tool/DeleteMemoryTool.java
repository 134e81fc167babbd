package ai.xray.memory.internal.tool;

import ai.xray.auth.Caller;
import ai.xray.memory.Memory;
import ai.xray.tool.Invocation;
import ai.xray.tool.Schema;
import ai.xray.tool.Tool;
import ai.xray.tool.ToolReply;
import ai.xray.tool.ToolSpec;
import ai.xray.tool.ToolSpec.Effect;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code delete_memory}. */
@Component
public final class DeleteMemoryTool implements Tool {
    private static final ToolSpec SPEC = new ToolSpec(
            "delete_memory",
            "Forget",
            """
            Removes one cell for good. Use it for what must not be kept: a mistake, a duplicate, something a person asked to \
            be forgotten. Do not use it for what merely stopped being true: expire or supersede that, so that its history stays. A \
            private cell needs its exact subject. A cell that a person wrote cannot be deleted by an agent. \
            Example: {"id": "payments-gateway-timeout-2"}""",
            Schema.object()
                    .required("id", Schemas.id())
                    .optional("subject", Schemas.subject("The subject of a private cell."))
                    .build(),
            Optional.of(Schema.object()
                    .required("deleted", Schema.string("The id of the cell that is gone."))
                    .build()),
            Optional.of(Caller.MEMORY_WRITE),
            Effect.DESTROY);

    private final Memory memory;

    @Activate
    public DeleteMemoryTool(@Reference Memory memory) {
        this.memory = memory;
    }

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public ToolReply call(Invocation invocation) throws IOException {
        Arguments arguments = Arguments.of(invocation, SPEC);
        String id = arguments.text("id");
        memory.as(invocation.caller().author()).delete(id, arguments.optionalText("subject"));
        return ToolReply.of(Map.of("deleted", id));
    }
}
