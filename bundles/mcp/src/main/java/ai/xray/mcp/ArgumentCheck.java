package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Holds arguments against a tool's input schema, JSON Schema 2020-12 as far as tools use it: types, values, bounds, members,
 * items, patterns, {@code $ref} within the schema, {@code allOf}, {@code anyOf}, {@code oneOf}, {@code not}, {@code if}. Not
 * looked at are {@code format}, {@code patternProperties}, {@code propertyNames}, {@code prefixItems}, {@code contains},
 * {@code unevaluated…} and {@code $dynamicRef}: a tool that uses them checks them itself. The first violation ends the check
 * with a sentence a model can act on.
 */
final class ArgumentCheck {
    /** Far deeper than arguments may be nested, so that only a schema that refers to itself without end gets there. */
    private static final int DEEPEST = 200;

    private final Map<String, Object> root;
    private int depth;

    private ArgumentCheck(Map<String, Object> root) {
        this.root = root;
    }

    /**
     * Checks {@code arguments}. A member that may be left out may also be {@code null}. Whole numbers written with a fraction,
     * such as {@code 5.0}, become whole in place where the schema asks for an integer.
     *
     * @throws Refusal that names the first argument that does not fit
     */
    static void check(Map<String, Object> schema, Map<String, Object> arguments) {
        new ArgumentCheck(schema).value("", schema, arguments);
    }

    private void object(String path, Map<String, Object> schema, Map<String, Object> object) {
        Map<String, Object> properties = properties(schema);
        for (String name : names(schema.get("required"))) {
            requirePresent(path, name, object);
        }
        size(field(path), object.size(), schema, "minProperties", "maxProperties", "members");
        if (schema.get("dependentRequired") instanceof Map<?, ?> dependencies) {
            dependencies.forEach((name, needed) -> {
                if (object.get(name) != null) {
                    for (String other : names(needed)) {
                        requirePresent(path, other, object);
                    }
                }
            });
        }
        Object additional = schema.get("additionalProperties");
        for (Map.Entry<String, Object> member : object.entrySet()) {
            String name = member.getKey();
            Object property = properties.containsKey(name) ? properties.get(name) : additional;
            if (Boolean.FALSE.equals(property)) {
                throw Refusal.unknownName(path.isEmpty() ? "arguments" : path, name, properties.keySet());
            }
            if (member.getValue() != null && property instanceof Map<?, ?> keywords) {
                member.setValue(value(join(path, name), Json.asObject(keywords), member.getValue()));
            }
        }
    }

    private Object value(String path, Map<String, Object> schema, Object given) {
        List<String> types = types(schema);
        Object value = types.contains("integer") ? whole(given) : given;
        if (!types.isEmpty() && types.stream().noneMatch(type -> is(type, value))) {
            throw Refusal.invalid(
                    path, "%s: is %s; allowed: %s.".formatted(path, kindOf(value), String.join(" or ", types)));
        }
        if (schema.containsKey("enum")) {
            List<String> allowed = names(schema.get("enum"));
            if (!allowed.contains(String.valueOf(value))) {
                throw Refusal.unknownName(path, String.valueOf(value), allowed);
            }
        }
        if (schema.containsKey("const") && !same(schema.get("const"), value)) {
            throw Refusal.unknownName(path, String.valueOf(value), List.of(String.valueOf(schema.get("const"))));
        }
        switch (value) {
            case null -> {}
            case String text -> text(path, text, schema);
            case List<?> list -> list(path, schema, list);
            case Map<?, ?> object -> object(path, schema, Json.asObject(object));
            case Number number -> bounds(path, new BigDecimal(number.toString()), schema);
            default -> {}
        }
        combined(path, schema, value);
        return value;
    }

    /** What holds for a value beside its own keywords. */
    private void combined(String path, Map<String, Object> schema, Object value) {
        if (++depth > DEEPEST) {
            throw new IllegalStateException("the schema refers to itself without end");
        }
        if (schema.get("$ref") instanceof String reference) {
            value(path, referred(reference), value);
        }
        for (Map<String, Object> all : schemas(schema.get("allOf"))) {
            value(path, all, value);
        }
        alternatives(path, schemas(schema.get("anyOf")), value, Integer.MAX_VALUE);
        alternatives(path, schemas(schema.get("oneOf")), value, 1);
        if (schema.get("not") instanceof Map<?, ?> not
                && refused(path, Json.asObject(not), value).isEmpty()) {
            throw Refusal.invalid(field(path), "%s: has a form that is not allowed.".formatted(field(path)));
        }
        if (schema.get("if") instanceof Map<?, ?> condition) {
            boolean holds = refused(path, Json.asObject(condition), value).isEmpty();
            if (schema.get(holds ? "then" : "else") instanceof Map<?, ?> branch) {
                value(path, Json.asObject(branch), value);
            }
        }
        depth--;
    }

    /** @param most how many of the alternatives may hold; at least one must, where there are any */
    private void alternatives(String path, List<Map<String, Object>> alternatives, Object value, int most) {
        int holding = 0;
        Optional<Refusal> first = Optional.empty();
        for (Map<String, Object> alternative : alternatives) {
            Optional<Refusal> refused = refused(path, alternative, value);
            holding += refused.isEmpty() ? 1 : 0;
            first = first.or(() -> refused);
        }
        if (holding > most) {
            throw Refusal.invalid(
                    field(path),
                    "%s: has %d of the forms of which one alone is allowed.".formatted(field(path), holding));
        }
        if (holding == 0 && first.isPresent()) {
            throw alternatives.size() == 1
                    ? first.get()
                    : Refusal.invalid(
                            first.get().field().orElse(field(path)),
                            "%s: has none of the %d forms that are allowed; of the first: %s"
                                    .formatted(
                                            field(path),
                                            alternatives.size(),
                                            first.get().getMessage()));
        }
    }

    private Optional<Refusal> refused(String path, Map<String, Object> schema, Object value) {
        int before = depth;
        try {
            value(path, schema, value);
            return Optional.empty();
        } catch (Refusal e) {
            return Optional.of(e);
        } finally {
            depth = before;
        }
    }

    /** The part of the schema that a reference such as {@code #/$defs/address} means. */
    private Map<String, Object> referred(String reference) {
        Object part = root;
        for (String step : reference.replaceFirst("^#/?", "").split("/", -1)) {
            if (!step.isEmpty()) {
                part = part instanceof Map<?, ?> object
                        ? object.get(step.replace("~1", "/").replace("~0", "~"))
                        : null;
            }
        }
        if (!reference.startsWith("#") || !(part instanceof Map<?, ?>)) {
            throw new IllegalStateException("the schema refers to '" + reference + "', which is not in it");
        }
        return Json.asObject(part);
    }

    private static void text(String path, String text, Map<String, Object> schema) {
        size(path, text.codePointCount(0, text.length()), schema, "minLength", "maxLength", "characters");
        if (schema.get("pattern") instanceof String pattern
                && !Pattern.compile(pattern).matcher(text).find()) {
            throw Refusal.invalid(path, "%s: does not match the pattern %s.".formatted(path, pattern));
        }
    }

    @SuppressWarnings("unchecked") // lists read from JSON take any value
    private void list(String path, Map<String, Object> schema, List<?> list) {
        size(path, list.size(), schema, "minItems", "maxItems", "items");
        if (Boolean.TRUE.equals(schema.get("uniqueItems")) && new HashSet<>(list).size() < list.size()) {
            throw Refusal.invalid(path, "%s: holds the same item twice; each may be there once.".formatted(path));
        }
        if (schema.get("items") instanceof Map<?, ?> items) {
            List<Object> values = (List<Object>) list;
            for (int i = 0; i < values.size(); i++) {
                values.set(i, value(path + "[" + i + "]", Json.asObject(items), values.get(i)));
            }
        }
    }

    private static void size(
            String path, int size, Map<String, Object> schema, String least, String most, String unit) {
        if (schema.get(least) instanceof Number bound && size < bound.longValue()) {
            throw Refusal.invalid(path, "%s: has %d %s; at least %s are needed.".formatted(path, size, unit, bound));
        }
        if (schema.get(most) instanceof Number bound && size > bound.longValue()) {
            throw Refusal.invalid(path, "%s: has %d %s; at most %s are allowed.".formatted(path, size, unit, bound));
        }
    }

    private static void bounds(String path, BigDecimal number, Map<String, Object> schema) {
        bound(schema, "minimum").filter(it -> number.compareTo(it) < 0).ifPresent(least -> {
            throw Refusal.invalid(path, "%s: is %s; at least %s is needed.".formatted(path, number, least));
        });
        bound(schema, "maximum").filter(it -> number.compareTo(it) > 0).ifPresent(most -> {
            throw Refusal.invalid(path, "%s: is %s; at most %s is allowed.".formatted(path, number, most));
        });
        bound(schema, "exclusiveMinimum")
                .filter(it -> number.compareTo(it) <= 0)
                .ifPresent(least -> {
                    throw Refusal.invalid(path, "%s: is %s; more than %s is needed.".formatted(path, number, least));
                });
        bound(schema, "exclusiveMaximum")
                .filter(it -> number.compareTo(it) >= 0)
                .ifPresent(most -> {
                    throw Refusal.invalid(path, "%s: is %s; less than %s is allowed.".formatted(path, number, most));
                });
        bound(schema, "multipleOf")
                .filter(it -> number.remainder(it).signum() != 0)
                .ifPresent(step -> {
                    throw Refusal.invalid(
                            path, "%s: is %s; multiples of %s are allowed.".formatted(path, number, step));
                });
    }

    private static Optional<BigDecimal> bound(Map<String, Object> schema, String keyword) {
        return schema.get(keyword) instanceof Number number
                ? Optional.of(new BigDecimal(number.toString()))
                : Optional.empty();
    }

    private static void requirePresent(String path, String name, Map<String, Object> object) {
        if (object.get(name) == null) {
            throw Refusal.invalid(join(path, name), "%s: is required and missing.".formatted(join(path, name)));
        }
    }

    /** Whether two values are equal as JSON has it, where 1 and 1.0 are. */
    private static boolean same(Object one, Object other) {
        return (one instanceof Number a && other instanceof Number b)
                ? new BigDecimal(a.toString()).compareTo(new BigDecimal(b.toString())) == 0
                : Objects.equals(one, other);
    }

    /** What the caller knows a value as; the whole of the arguments has no path. */
    private static String field(String path) {
        return path.isEmpty() ? "arguments" : path;
    }

    private static List<Map<String, Object>> schemas(Object keyword) {
        return keyword instanceof List<?> list
                ? list.stream()
                        .filter(Map.class::isInstance)
                        .map(Json::asObject)
                        .toList()
                : List.of();
    }

    private static Object whole(Object value) {
        if (!(value instanceof BigDecimal number) || number.stripTrailingZeros().scale() > 0) {
            return value;
        }
        BigInteger whole = number.toBigInteger();
        return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
    }

    private static boolean is(String type, Object value) {
        return switch (type) {
            case "string" -> value instanceof String;
            case "integer" -> value instanceof Long || value instanceof BigInteger;
            case "number" -> value instanceof Number;
            case "boolean" -> value instanceof Boolean;
            case "array" -> value instanceof List<?>;
            case "object" -> value instanceof Map<?, ?>;
            case "null" -> value == null;
            default -> true; // not a type of JSON Schema: nothing can be said against the value
        };
    }

    private static String kindOf(Object value) {
        return switch (value) {
            case null -> "null";
            case String _ -> "a string";
            case Long _, BigInteger _ -> "an integer";
            case Number _ -> "a number with a fraction";
            case Boolean _ -> "a boolean";
            case List<?> _ -> "an array";
            default -> "an object";
        };
    }

    private static Map<String, Object> properties(Map<String, Object> schema) {
        return schema.get("properties") instanceof Map<?, ?> properties ? Json.asObject(properties) : Map.of();
    }

    private static List<String> types(Map<String, Object> schema) {
        return schema.get("type") instanceof String type ? List.of(type) : names(schema.get("type"));
    }

    private static List<String> names(Object keyword) {
        return keyword instanceof Collection<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
