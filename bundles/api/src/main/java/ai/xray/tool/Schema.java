package ai.xray.tool;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the JSON Schemas of tools as plain Java values, with the few keywords tools need. A built schema is an unmodifiable
 * {@code Map}; anything else JSON Schema 2020-12 allows can be put in by hand.
 */
public final class Schema {
    private final Map<String, Object> keywords = new LinkedHashMap<>();
    private final Map<String, Object> properties = new LinkedHashMap<>();
    private final List<String> required = new ArrayList<>();

    private Schema(String type) {
        keywords.put("type", type);
    }

    /** An object without any property but those added, all other names being refused. */
    public static Schema object() {
        return new Schema("object");
    }

    public static Schema string(String description) {
        return new Schema("string").with("description", description);
    }

    public static Schema integer(String description) {
        return new Schema("integer").with("description", description);
    }

    public static Schema number(String description) {
        return new Schema("number").with("description", description);
    }

    public static Schema bool(String description) {
        return new Schema("boolean").with("description", description);
    }

    public static Schema list(String description, Schema items) {
        return new Schema("array").with("description", description).with("items", items.build());
    }

    /** An object of any shape. */
    public static Schema anyObject(String description) {
        return new Schema("object").with("description", description).with("additionalProperties", true);
    }

    /** Sets a keyword, for example {@code maxLength}. */
    public Schema with(String keyword, Object value) {
        keywords.put(keyword, value);
        return this;
    }

    /** Bounds of a number, both included. */
    public Schema between(long least, long most) {
        return with("minimum", least).with("maximum", most);
    }

    /** Bounds of a string's length in characters, both included. */
    public Schema length(int least, int most) {
        return with("minLength", least).with("maxLength", most);
    }

    /** The only values a string may have. */
    public Schema oneOf(List<String> values) {
        return with("enum", List.copyOf(values));
    }

    /** Adds a property that may be left out. */
    public Schema optional(String name, Schema schema) {
        properties.put(name, schema.build());
        return this;
    }

    /** Adds a property that must be there. */
    public Schema required(String name, Schema schema) {
        required.add(name);
        return optional(name, schema);
    }

    /** The schema as plain values. */
    public Map<String, Object> build() {
        Map<String, Object> schema = new LinkedHashMap<>(keywords);
        if ("object".equals(keywords.get("type")) && !keywords.containsKey("additionalProperties")) {
            schema.put("properties", Collections.unmodifiableMap(new LinkedHashMap<>(properties)));
            if (!required.isEmpty()) {
                schema.put("required", List.copyOf(required));
            }
            schema.put("additionalProperties", false);
        }
        return Collections.unmodifiableMap(schema);
    }
}
