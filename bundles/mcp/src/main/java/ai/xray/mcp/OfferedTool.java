package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.tool.Tool;
import ai.xray.tool.ToolSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A registered tool with what is worked out once from its description.
 *
 * @param listing the text of its entry in {@code tools/list}
 */
record OfferedTool(Tool service, ToolSpec spec, List<ParamHeader> headers, String listing) implements Offered {

    /**
     * The tool as it is offered.
     *
     * @throws IllegalArgumentException when clients would not take its description
     */
    static OfferedTool of(Tool tool) {
        ToolSpec spec = tool.spec();
        Registry.requireName(spec.name());
        if (!"object".equals(spec.inputSchema().get("type"))) {
            throw new IllegalArgumentException("its input schema is not that of an object");
        }
        return new OfferedTool(tool, spec, ParamHeader.of(spec.inputSchema()), Json.write(entry(spec)));
    }

    @Override
    public String name() {
        return spec.name();
    }

    private static Map<String, Object> entry(ToolSpec spec) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", spec.name());
        entry.put("title", spec.title());
        entry.put("description", spec.description());
        entry.put("inputSchema", spec.inputSchema());
        spec.outputSchema().ifPresent(schema -> entry.put("outputSchema", Failure.admitting(schema)));
        entry.put("annotations", annotations(spec.effect()));
        return entry;
    }

    private static Map<String, Object> annotations(ToolSpec.Effect effect) {
        Map<String, Object> annotations = new LinkedHashMap<>();
        annotations.put("readOnlyHint", effect.readOnly());
        annotations.put("destructiveHint", effect.destructive());
        annotations.put("idempotentHint", effect.idempotent());
        annotations.put("openWorldHint", effect == ToolSpec.Effect.ACT);
        return annotations;
    }
}
