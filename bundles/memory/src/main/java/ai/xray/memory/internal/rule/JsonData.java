package ai.xray.memory.internal.rule;

import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@code data} of a cell as a caller gives it. What is accepted here is exactly what every store can write as JSON and
 * read back equal.
 */
final class JsonData {
    /** The most bytes of UTF-8 that data may have when written as compact JSON. */
    static final int MAX_BYTES = 1024 * 1024;

    /** The deepest nesting: well inside what {@link Json} reads, with room for the documents that data is stored in. */
    static final int MAX_DEPTH = 32;

    private JsonData() {}

    /** A deeply unmodifiable copy of {@code data} in which numbers have the types that {@link Json} reads. */
    static Map<String, Object> copy(String field, Map<String, Object> data) {
        Map<String, Object> copy = canonical(field, data);
        checkSize(field, copy);
        return copy;
    }

    /** {@link #copy} of an object of any size. */
    static Map<String, Object> canonical(String field, Map<String, Object> data) {
        return object(field, data, 1);
    }

    /** Refuses an object that is too large to be a cell's data. */
    static void checkSize(String field, Map<String, Object> data) {
        int bytes = Json.write(data).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw Refusal.tooLarge(
                    field, "%s: is %d bytes of JSON; at most %d are allowed.".formatted(field, bytes, MAX_BYTES));
        }
    }

    private static Map<String, Object> object(String field, Map<?, ?> map, int depth) {
        checkDepth(field, depth);
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((name, value) -> {
            if (!(name instanceof String key)) {
                throw Refusal.invalid(field, field + ": must have names that are strings.");
            }
            copy.put(Texts.storable(field, key), value(field, value, depth));
        });
        return Collections.unmodifiableMap(copy);
    }

    private static List<Object> array(String field, List<?> list, int depth) {
        checkDepth(field, depth);
        List<Object> copy = new ArrayList<>(list.size());
        list.forEach(item -> copy.add(value(field, item, depth)));
        return Collections.unmodifiableList(copy);
    }

    private static Object value(String field, Object value, int depth) {
        return switch (value) {
            case null -> null;
            case String text -> Texts.storable(field, text);
            case Boolean bool -> bool;
            case Integer number -> number.longValue();
            case Long number -> number;
            case Double number when Double.isFinite(number) -> number(field, BigDecimal.valueOf(number));
            case BigInteger number -> number(field, number);
            case BigDecimal number -> number(field, number);
            case Map<?, ?> map -> object(field, map, depth + 1);
            case List<?> list -> array(field, list, depth + 1);
            default ->
                throw Refusal.invalid(
                        field,
                        "%s: holds a %s; only JSON values are allowed."
                                .formatted(field, value.getClass().getSimpleName()));
        };
    }

    private static Object number(String field, BigInteger number) {
        if (number.bitLength() < Long.SIZE) {
            return number.longValueExact();
        }
        checkNumber(field, number.toString());
        return number;
    }

    private static Object number(String field, BigDecimal number) {
        if (number.scale() == 0) { // written without a point, so it is read as a whole number
            return number(field, number.toBigInteger());
        }
        if (Math.abs((long) number.scale()) > Json.MAX_NUMBER_CHARS) {
            throw Refusal.invalid(
                    field, "%s: holds a number with an exponent beyond ±%d.".formatted(field, Json.MAX_NUMBER_CHARS));
        }
        checkNumber(field, number.toString());
        return number;
    }

    private static void checkNumber(String field, String number) {
        if (number.length() > Json.MAX_NUMBER_CHARS) {
            throw Refusal.invalid(
                    field,
                    "%s: holds a number of %d characters; at most %d are allowed."
                            .formatted(field, number.length(), Json.MAX_NUMBER_CHARS));
        }
    }

    private static void checkDepth(String field, int depth) {
        if (depth > MAX_DEPTH) {
            throw Refusal.invalid(
                    field, "%s: is nested more than %d levels deep, which is the most.".formatted(field, MAX_DEPTH));
        }
    }
}
