package ai.xray.memory.internal.tool;

import ai.xray.auth.Caller;
import ai.xray.memory.Memory;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Status;
import ai.xray.tool.Invocation;
import ai.xray.tool.Schema;
import ai.xray.tool.Tool;
import ai.xray.tool.ToolReply;
import ai.xray.tool.ToolSpec;
import ai.xray.tool.ToolSpec.Effect;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code expire_memory}. */
@Component
public final class ExpireMemoryTool implements Tool {
    private static final ToolSpec SPEC = new ToolSpec(
            "expire_memory",
            "Let a memory go stale",
            """
            Marks one cell as stale: it is found no more but stays readable by its id. Use it for what is over or no \
            longer holds: a concern that was settled, a watch item that is done. Do not use it when you know what \
            holds instead (supersede_memory), or for what was never true (refute_memory). One that is stale or \
            superseded already stays as it is. A private cell needs its exact subject. A cell that a person wrote \
            cannot be expired by an agent. Example: {"id": "checkout-latency", "reason": "Fixed by the release of \
            May 3."}""",
            Schema.object()
                    .required("id", Schemas.id())
                    .optional("reason", Schemas.reason("Why; kept with the cell."))
                    .optional("subject", Schemas.subject("The subject of a private cell."))
                    .build(),
            Optional.of(Schema.object()
                    .required("id", Schema.string("The cell's id."))
                    .required("status", Schema.string("What it is now.").oneOf(Schemas.names(Status.values())))
                    .build()),
            Optional.of(Caller.MEMORY_WRITE),
            Effect.DESTROY);

    private final Memory memory;

    @Activate
    public ExpireMemoryTool(@Reference Memory memory) {
        this.memory = memory;
    }

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public ToolReply call(Invocation invocation) throws IOException {
        Arguments arguments = Arguments.of(invocation, SPEC);
        MemoryCell cell = memory.as(invocation.caller().author())
                .expire(arguments.text("id"), arguments.optionalText("reason"), arguments.optionalText("subject"));
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("id", cell.id());
        reply.put("status", cell.status().wire());
        return ToolReply.of(reply);
    }
}
