package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Holds arguments against a tool's input schema: the keywords tools use ({@code type}, {@code properties}, {@code required},
 * {@code additionalProperties}, {@code enum}, {@code items}, bounds of lengths, sizes and numbers). Other keywords of JSON
 * Schema are passed on to clients and not looked at here; a tool that uses them checks them itself. The first violation ends
 * the check with a sentence a model can act on.
 */
final class ArgumentCheck {
    private ArgumentCheck() {}

    /**
     * Checks {@code arguments}. A member that may be left out may also be {@code null}. Whole numbers written with a fraction,
     * such as {@code 5.0}, become whole in place where the schema asks for an integer.
     *
     * @throws Refusal that names the first argument that does not fit
     */
    static void check(Map<String, Object> schema, Map<String, Object> arguments) {
        object("", schema, arguments);
    }

    private static void object(String path, Map<String, Object> schema, Map<String, Object> object) {
        Map<String, Object> properties = properties(schema);
        for (String name : names(schema.get("required"))) {
            if (object.get(name) == null) {
                throw Refusal.invalid(join(path, name), "%s: is required and missing.".formatted(join(path, name)));
            }
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

    private static Object value(String path, Map<String, Object> schema, Object given) {
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
        switch (value) {
            case null -> {}
            case String text ->
                size(path, text.codePointCount(0, text.length()), schema, "minLength", "maxLength", "characters");
            case List<?> list -> list(path, schema, list);
            case Map<?, ?> object -> object(path, schema, Json.asObject(object));
            case Number number -> bounds(path, new BigDecimal(number.toString()), schema);
            default -> {}
        }
        return value;
    }

    @SuppressWarnings("unchecked") // lists read from JSON take any value
    private static void list(String path, Map<String, Object> schema, List<?> list) {
        size(path, list.size(), schema, "minItems", "maxItems", "items");
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
        if (schema.get("minimum") instanceof Number bound && number.compareTo(new BigDecimal(bound.toString())) < 0) {
            throw Refusal.invalid(path, "%s: is %s; at least %s is needed.".formatted(path, number, bound));
        }
        if (schema.get("maximum") instanceof Number bound && number.compareTo(new BigDecimal(bound.toString())) > 0) {
            throw Refusal.invalid(path, "%s: is %s; at most %s is allowed.".formatted(path, number, bound));
        }
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
