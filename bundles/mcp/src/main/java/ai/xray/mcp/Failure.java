package ai.xray.mcp;

import ai.xray.memory.Refusal;
import ai.xray.tool.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a tool error looks like to a model: the same few members whatever went wrong. */
final class Failure {
    /** The shape of {@link #of}. */
    static final Map<String, Object> SCHEMA = Schema.object()
            .required("code", Schema.string("What kind of error, for programs."))
            .required("message", Schema.string("What was wrong and what is allowed, in one sentence."))
            .optional("field", Schema.string("The argument that was wrong."))
            .optional("allowed", Schema.list("Values that are accepted.", Schema.string("A value.")))
            .optional("closest", Schema.string("The accepted value spelt most like the one given."))
            .build();

    private Failure() {}

    /** A refusal's members. */
    static Map<String, Object> of(Refusal refusal) {
        Map<String, Object> members = of(refusal.code().wire(), refusal.getMessage());
        refusal.field().ifPresent(field -> members.put("field", field));
        if (!refusal.allowed().isEmpty()) {
            members.put("allowed", refusal.allowed());
        }
        refusal.closest().ifPresent(closest -> members.put("closest", closest));
        return members;
    }

    /** The members of an error that the caller cannot mend. */
    static Map<String, Object> of(String code, String message) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("code", code);
        members.put("message", message);
        return members;
    }

    /**
     * A tool's output schema that also admits tool errors. Clients were seen to check {@code structuredContent} of errors
     * against the output schema too, and to hide the error from the model when it does not fit.
     */
    static Map<String, Object> admitting(Map<String, Object> outputSchema) {
        Map<String, Object> success = new LinkedHashMap<>(outputSchema);
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        for (String rooted : List.of("$schema", "$defs")) { // references count from the root
            if (success.containsKey(rooted)) {
                schema.put(rooted, success.remove(rooted));
            }
        }
        schema.put("anyOf", List.of(success, SCHEMA));
        return schema;
    }
}
