package ai.xray.rest.memory;

import ai.xray.memory.Kind;
import ai.xray.memory.Named;
import ai.xray.tool.Schema;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A parameter of an operation, as it is documented; {@link Question} takes no other.
 *
 * @param in {@code query}, {@code path} or {@code header}
 * @param many whether it may be given again and again, or with commas between values
 */
record Parameter(String name, String in, boolean required, boolean many, Schema schema) {
    static final Parameter SUBJECT = optional(
            "subject",
            Schema.string("Also that tenant's private cells, and not what belongs to other tenants.")
                    .length(1, 200));
    static final Parameter KINDS =
            many("kinds", Schema.string("Only these kinds.").oneOf(Named.wires(Kind.writableKinds())));
    static final Parameter TAGS =
            many("tags", Schema.string("Only cells that carry all of these.").length(1, 64));
    static final Parameter CURSOR = optional("cursor", Schema.string("The nextCursor of the page before."));
    static final Parameter QUERY =
            required("query", Schema.string("Words to look for; the first 2,000 characters are used."));
    static final Parameter ID = required("id", Schema.string("The cell's id.").length(1, 200));

    static Parameter optional(String name, Schema schema) {
        return new Parameter(name, "query", false, false, schema);
    }

    static Parameter required(String name, Schema schema) {
        return new Parameter(name, "query", true, false, schema);
    }

    static Parameter many(String name, Schema schema) {
        return new Parameter(name, "query", false, true, schema);
    }

    /** A header; headers of requests are never refused for being unknown. */
    static Parameter header(String name, boolean required, String description) {
        return new Parameter(name, "header", required, false, Schema.string(description));
    }

    static Parameter limit(int standard, int most) {
        return optional(
                "limit",
                Schema.integer("How many at most; a number above %d counts as that.".formatted(most))
                        .with("minimum", 1)
                        .with("default", standard));
    }

    /** The same as part of the path. */
    Parameter inPath() {
        return new Parameter(name, "path", true, false, schema);
    }

    /** As a parameter object of OpenAPI. */
    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("in", in);
        json.put("required", required);
        json.put("schema", many ? Map.of("type", "array", "items", schema.build()) : schema.build());
        return json;
    }
}
