package ai.xray.memory.internal.tool;

import ai.xray.auth.Caller;
import ai.xray.memory.Memory;
import ai.xray.memory.RefuteRequest;
import ai.xray.memory.Refuted;
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

/** {@code refute_memory}. */
@Component
public final class RefuteMemoryTool implements Tool {
    private static final ToolSpec SPEC = new ToolSpec(
            "refute_memory",
            "Refute a memory",
            """
            Records that a cell is wrong: it goes stale with your reason, and so does every active cell of an agent \
            that links to it or was drawn from it, one step far. Cells that people wrote or that were observed or \
            verified are kept and listed with why. Use it when something remembered proves false; call it with \
            preview first to see what it would retire. Do not use it for what was true once (supersede_memory, \
            expire_memory). A private cell needs its exact subject; private cells of other subjects are not touched. \
            A cell that a person wrote cannot be refuted by an agent. Example: {"id": "payments-gateway-timeout", \
            "reason": "The setting is in milliseconds.", "evidence": "gateway.yaml", "preview": true}""",
            Schema.object()
                    .required("id", Schemas.id())
                    .required("reason", Schemas.reason("Why it is wrong; kept with the cell."))
                    .optional("evidence", Schemas.reason("What shows it: words, an id or a URL."))
                    .optional("subject", Schemas.subject("The subject of a private cell."))
                    .optional("preview", Schema.bool("Tell what would be retired, change nothing; false if left out."))
                    .build(),
            Optional.of(Schema.object()
                    .required("id", Schema.string("The refuted cell's id."))
                    .required("retired", Schemas.references("Citing cells that went stale, or would, newest first."))
                    .required(
                            "kept",
                            Schema.list(
                                    "Citing cells that stay as they are.",
                                    Schema.object()
                                            .required("id", Schema.string("The cell's id."))
                                            .required("why", Schema.string("In words."))))
                    .build()),
            Optional.of(Caller.MEMORY_WRITE),
            Effect.DESTROY);

    private final Memory memory;

    @Activate
    public RefuteMemoryTool(@Reference Memory memory) {
        this.memory = memory;
    }

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public ToolReply call(Invocation invocation) throws IOException {
        Arguments arguments = Arguments.of(invocation, SPEC);
        RefuteRequest request = new RefuteRequest(
                arguments.text("id"),
                arguments.text("reason"),
                arguments.optionalText("evidence"),
                arguments.optionalText("subject"),
                arguments.flag("preview"));
        Refuted refuted = memory.as(invocation.caller().author()).refute(request);
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("id", refuted.id());
        reply.put("retired", refuted.retired());
        reply.put(
                "kept",
                refuted.kept().stream()
                        .map(kept -> Map.of("id", kept.id(), "why", kept.why()))
                        .toList());
        return ToolReply.of(reply);
    }
}
