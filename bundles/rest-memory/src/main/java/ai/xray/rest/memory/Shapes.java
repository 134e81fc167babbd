package ai.xray.rest.memory;

import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Named;
import ai.xray.memory.Origin;
import ai.xray.memory.Scope;
import ai.xray.memory.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON Schemas of what goes to and fro. */
final class Shapes {
    static final Map<String, Object> TEXT = Map.of("type", "string");
    static final Map<String, Object> INTEGER = Map.of("type", "integer");
    static final Map<String, Object> NUMBER = Map.of("type", "number");
    static final Map<String, Object> FLAG = Map.of("type", "boolean");
    static final Map<String, Object> INSTANT = Map.of("type", "string", "format", "date-time");
    static final Map<String, Object> TEXTS = list(TEXT);
    static final Map<String, Object> ANY_OBJECT = Map.of("type", "object");

    /** The schemas that others refer to, by name. */
    static final Map<String, Object> COMPONENTS = components();

    static final Map<String, Object> CELL = reference("Cell");

    private Shapes() {}

    static Map<String, Object> list(Map<String, Object> items) {
        return Map.of("type", "array", "items", items);
    }

    static Map<String, Object> oneOf(Collection<? extends Named> constants) {
        return Map.of("type", "string", "enum", Named.wires(constants));
    }

    static Map<String, Object> reference(String component) {
        return Map.of("$ref", "#/components/schemas/" + component);
    }

    /** An object of these properties and no other. */
    static Map<String, Object> object(Property... properties) {
        Map<String, Object> schema = openObject(properties);
        schema.put("additionalProperties", false);
        return schema;
    }

    static Property required(String name, Map<String, Object> schema) {
        return new Property(name, schema, true);
    }

    static Property optional(String name, Map<String, Object> schema) {
        return new Property(name, schema, false);
    }

    /** A property of an object. */
    record Property(String name, Map<String, Object> schema, boolean required) {}

    /** What a writer gives of a cell. */
    static Map<String, Object> draft(boolean isNew) {
        List<Property> properties = new ArrayList<>();
        if (isNew) {
            properties.add(optional("scope", oneOf(Arrays.asList(Scope.values()))));
            properties.add(optional("subject", text(1, 200)));
        }
        properties.add(new Property("kind", oneOf(Kind.writableKinds()), isNew));
        properties.add(new Property("title", text(1, MemoryCell.MAX_TITLE_CHARS), isNew));
        properties.add(new Property("content", TEXT, isNew));
        properties.add(optional("confidence", oneOf(Arrays.asList(Confidence.values()))));
        properties.add(optional("tags", TEXTS));
        properties.add(optional("links", TEXTS));
        properties.add(optional("evidenceRefs", TEXTS));
        properties.add(optional("source", text(1, 2000)));
        properties.add(optional("staleAfter", INSTANT));
        properties.add(optional("data", ANY_OBJECT));
        return object(properties.toArray(Property[]::new));
    }

    private static Map<String, Object> components() {
        Map<String, Object> components = new LinkedHashMap<>();
        components.put("Cell", cell());
        components.put("Found", found());
        components.put("Problem", problem());
        return components;
    }

    /** Names that are not listed are allowed: fields of newer servers and of hand-written cells pass through. */
    private static Map<String, Object> cell() {
        return openObject(
                required("id", TEXT),
                required("kind", oneOf(Arrays.asList(Kind.values()))),
                required("scope", oneOf(Arrays.asList(Scope.values()))),
                optional("subject", TEXT),
                required("title", TEXT),
                required("content", TEXT),
                required("confidence", oneOf(Arrays.asList(Confidence.values()))),
                required("status", oneOf(Arrays.asList(Status.values()))),
                required("origin", oneOf(Arrays.asList(Origin.values()))),
                optional("tags", TEXTS),
                optional("links", TEXTS),
                optional("evidenceRefs", TEXTS),
                optional("supersedes", TEXTS),
                optional("source", TEXT),
                optional("staleAfter", INSTANT),
                required("createdAt", INSTANT),
                required("updatedAt", INSTANT),
                optional("data", ANY_OBJECT));
    }

    private static Map<String, Object> found() {
        return Map.of(
                "allOf",
                List.of(
                        reference("Cell"),
                        openObject(
                                required("score", NUMBER),
                                required("matched", TEXTS),
                                optional("collapsed", INTEGER),
                                optional("truncated", FLAG))));
    }

    private static Map<String, Object> problem() {
        return openObject(
                required("type", TEXT),
                required("title", TEXT),
                required("status", INTEGER),
                required("detail", TEXT),
                optional("code", TEXT),
                optional("field", TEXT),
                optional("allowed", TEXTS),
                optional("closest", TEXT),
                optional("requestId", TEXT));
    }

    private static Map<String, Object> text(int least, int most) {
        return Map.of("type", "string", "minLength", least, "maxLength", most);
    }

    private static Map<String, Object> openObject(Property... properties) {
        Map<String, Object> schemas = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Property property : properties) {
            schemas.put(property.name(), property.schema());
            if (property.required()) {
                required.add(property.name());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", schemas);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema;
    }
}
