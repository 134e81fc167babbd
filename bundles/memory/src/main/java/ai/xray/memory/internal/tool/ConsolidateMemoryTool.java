package ai.xray.memory.internal.tool;

import ai.xray.auth.Caller;
import ai.xray.memory.Consolidated;
import ai.xray.memory.Kind;
import ai.xray.memory.Memory;
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

/** {@code consolidate_memory}. */
@Component
public final class ConsolidateMemoryTool implements Tool {
    private static final ToolSpec SPEC = new ToolSpec(
            "consolidate_memory",
            "Consolidate memories",
            """
            Finds cells that say the same as others of their kind, scope and subject, and with apply retires them: \
            the one to keep (a person's before an agent's, then the surer, then the older) stays and lists the \
            others, which become superseded. Use it to tidy up after many writes; call it without apply first and \
            look at the clusters. Do not use it to find something (search_memory). Kinds that do not merge on write \
            are left alone, and so are cells that people wrote when an agent calls. Example: {"kind": "stable_fact", \
            "apply": false}""",
            Schema.object()
                    .optional("kind", Schemas.kind("Only this kind."))
                    .optional(
                            "subject",
                            Schemas.subject("Also that tenant's private cells, and not what belongs to other tenants."))
                    .optional("apply", Schema.bool("Retire the restatements; false, only report, if left out."))
                    .build(),
            Optional.of(Schema.object()
                    .required(
                            "clusters",
                            Schema.list(
                                    "Cells that say the same.",
                                    Schema.object()
                                            .required("keeper", Schema.string("The id of the cell that stays."))
                                            .required("restatements", Schemas.references("The ids of the others."))))
                    .required("applied", Schema.bool("Whether the restatements were retired."))
                    .build()),
            Optional.of(Caller.MEMORY_WRITE),
            Effect.DESTROY);

    private final Memory memory;

    @Activate
    public ConsolidateMemoryTool(@Reference Memory memory) {
        this.memory = memory;
    }

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public ToolReply call(Invocation invocation) throws IOException {
        Arguments arguments = Arguments.of(invocation, SPEC);
        Consolidated consolidated = memory.as(invocation.caller().author())
                .consolidate(
                        arguments.constant("kind", Kind.writableKinds()),
                        arguments.optionalText("subject"),
                        arguments.flag("apply"));
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put(
                "clusters",
                consolidated.clusters().stream()
                        .map(cluster -> Map.of("keeper", cluster.keeper(), "restatements", cluster.restatements()))
                        .toList());
        reply.put("applied", consolidated.applied());
        return ToolReply.of(reply);
    }
}
