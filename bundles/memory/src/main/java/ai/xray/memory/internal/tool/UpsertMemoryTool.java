package ai.xray.memory.internal.tool;

import ai.xray.auth.Caller;
import ai.xray.memory.CellFields;
import ai.xray.memory.Memory;
import ai.xray.memory.Upserted;
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

/** {@code upsert_memory}. */
@Component
public final class UpsertMemoryTool implements Tool {
    private static final ToolSpec SPEC = new ToolSpec(
            "upsert_memory",
            "Remember",
            """
            Writes one cell, durable and searchable when the call returns. Use it for what should be known later: a fact, a \
            decision, a pattern, a concern, an event. One thing per cell, in words that stand alone. Do not store secrets, or \
            text that memory gave you. With the id of an existing cell, the fields you give replace its own and the others \
            stay; its status stays too. Without an id a new cell gets one made from its title, unless it restates an \
            active fact, pattern, watch item, hypothesis or unknown: then it is merged into that one. A cell that a person wrote \
            cannot be replaced by an agent: write your own beside it and link to it. \
            Example: {"kind": "stable_fact", "confidence": "high", "title": "Payments gateway timeout", "content": "The \
            payments gateway gives up after 30 seconds.", "tags": ["payments"], "source": "gateway.yaml"}""",
            DraftArguments.addTo(Schema.object().optional("id", Schemas.id())).build(),
            Optional.of(Schema.object()
                    .required(
                            "status",
                            Schema.string("What became of it.").oneOf(Schemas.names(Upserted.Outcome.values())))
                    .required("id", Schema.string("The cell's id."))
                    .required("cell", Schemas.cell())
                    .build()),
            Optional.of(Caller.MEMORY_WRITE),
            Effect.WRITE);

    private final Memory memory;

    @Activate
    public UpsertMemoryTool(@Reference Memory memory) {
        this.memory = memory;
    }

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public ToolReply call(Invocation invocation) throws IOException {
        Arguments arguments = Arguments.of(invocation, SPEC);
        Upserted upserted = memory.as(invocation.caller().author())
                .upsert(DraftArguments.read(arguments, arguments.optionalText("id")));
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("status", upserted.outcome().wire());
        reply.put("id", upserted.cell().id());
        reply.put("cell", CellFields.of(upserted.cell()));
        return ToolReply.of(reply);
    }
}
