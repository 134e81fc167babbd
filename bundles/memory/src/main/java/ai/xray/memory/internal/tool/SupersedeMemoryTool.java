package ai.xray.memory.internal.tool;

import ai.xray.auth.Caller;
import ai.xray.memory.Memory;
import ai.xray.memory.Scope;
import ai.xray.memory.Superseded;
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

/** {@code supersede_memory}. */
@Component
public final class SupersedeMemoryTool implements Tool {
    private static final ToolSpec SPEC = new ToolSpec(
            "supersede_memory",
            "Replace a memory",
            """
            Writes a new cell in place of an old one: the old one stays readable as superseded but is found no more, \
            and the new one names it. Both happen or neither. Use it when something that was true has changed, so \
            that its history stays. Do not use it to correct a typo or add a tag (upsert_memory with the id), or for \
            what was never true (refute_memory). The new cell needs a title and content; kind, scope and subject are \
            those of the old cell if left out. A private cell needs its exact subject. A cell that a person wrote \
            cannot be superseded by an agent. Example: {"old_id": "payments-gateway-timeout", "title": "Payments \
            gateway timeout", "content": "Since May the payments gateway gives up after 60 seconds.", "confidence": \
            "high"}""",
            DraftArguments.addTo(Schema.object()
                            .required("old_id", Schemas.id("The id of the cell to replace."))
                            .optional("id", Schemas.id("The new cell's id; made from its title if left out.")))
                    .optional("kind", Schemas.kind("What the new cell is; as the old one if left out."))
                    .optional(
                            "scope",
                            Schema.string(
                                            "private: only callers that give the same subject see it. As the old one if left"
                                                    + " out.")
                                    .oneOf(Schemas.names(Scope.values())))
                    .optional(
                            "subject",
                            Schemas.subject(
                                    "The tenant that the new cell, and the old one if private, belongs to; as the old"
                                            + " one if left out."))
                    .build(),
            Optional.of(Schema.object()
                    .required("id", Schema.string("The new cell's id."))
                    .required("superseded", Schema.string("The old cell's id."))
                    .build()),
            Optional.of(Caller.MEMORY_WRITE),
            Effect.DESTROY);

    private final Memory memory;

    @Activate
    public SupersedeMemoryTool(@Reference Memory memory) {
        this.memory = memory;
    }

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public ToolReply call(Invocation invocation) throws IOException {
        Arguments arguments = Arguments.of(invocation, SPEC);
        String oldId = arguments.text("old_id");
        Superseded done = memory.as(invocation.caller().author())
                .supersede(oldId, DraftArguments.read(arguments, arguments.optionalText("id")));
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("id", done.cell().id());
        reply.put("superseded", done.superseded());
        return ToolReply.of(reply);
    }
}
