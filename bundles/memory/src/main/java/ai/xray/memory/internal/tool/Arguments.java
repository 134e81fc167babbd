package ai.xray.memory.internal.tool;

import ai.xray.memory.Named;
import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import ai.xray.memory.internal.rule.DraftRules;
import ai.xray.memory.internal.rule.Limit;
import ai.xray.tool.Invocation;
import ai.xray.tool.ToolSpec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The arguments of one call, read by type. A {@code null} is an argument left out; a wrong type, an unknown name and an
 * unknown value are refused in words a model can act on. What a value of the right type may hold is for the rules of memory
 * to say.
 */
final class Arguments {
    private static final Pattern RFC_3339 =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?([Zz]|[+-]\\d{2}:\\d{2})");

    private final Map<String, Object> values;

    private Arguments(Map<String, Object> values) {
        this.values = values;
    }

    /** The arguments of {@code invocation}, all of whose names {@code spec} must know. */
    static Arguments of(Invocation invocation, ToolSpec spec) {
        Map<?, ?> properties = (Map<?, ?>) spec.inputSchema().get("properties");
        List<String> known =
                properties.keySet().stream().map(String.class::cast).toList();
        for (String name : invocation.arguments().keySet()) {
            if (!known.contains(name)) {
                throw Refusal.unknownName("arguments", name, known);
            }
        }
        return new Arguments(invocation.arguments());
    }

    String text(String name) {
        return optionalText(name).orElseThrow(() -> Refusal.invalid(name, name + ": is missing; a string is needed."));
    }

    Optional<String> optionalText(String name) {
        return value(name, String.class, "a string");
    }

    boolean flag(String name) {
        return value(name, Boolean.class, "true or false").orElse(false);
    }

    Optional<Map<String, Object>> object(String name) {
        return value(name, Map.class, "an object").map(Arguments::withStringKeys);
    }

    Optional<List<String>> texts(String name) {
        return value(name, List.class, "a list of strings").map(list -> texts(name, list));
    }

    /** A list of ids, held to the rule for links and evidence here because the cell calls the field by another name. */
    Optional<List<String>> references(String name) {
        return texts(name).map(references -> DraftRules.references(name, references));
    }

    <E extends Named> Optional<E> constant(String name, Collection<E> allowed) {
        return optionalText(name).map(text -> Named.parse(name, text, allowed));
    }

    <E extends Named> Set<E> constants(String name, Collection<E> allowed) {
        Set<E> constants = new LinkedHashSet<>();
        texts(name).ifPresent(texts -> texts.forEach(text -> constants.add(Named.parse(name, text, allowed))));
        return constants;
    }

    int limit(String name, Limit limit) {
        Object value = values.get(name);
        if (value == null) {
            return limit.standard();
        }
        Function<String, Refusal> refusal =
                given -> Refusal.invalid(name, "%s: must be %s, not %s.".formatted(name, limit.range(), given));
        if (!(value instanceof Number number)) {
            throw refusal.apply(typeOf(value));
        }
        BigInteger whole = whole(number).orElseThrow(() -> refusal.apply(number.toString()));
        return limit.used(
                name,
                whole.min(BigInteger.valueOf(Long.MAX_VALUE))
                        .max(BigInteger.valueOf(Long.MIN_VALUE))
                        .longValueExact());
    }

    /** An instant as RFC 3339 writes it, zone included: without one it would be a guess whose clock is meant. */
    Optional<Instant> instant(String name) {
        return optionalText(name).map(text -> {
            if (!RFC_3339.matcher(text).matches()) {
                throw notAnInstant(name, text, null);
            }
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException e) {
                throw notAnInstant(name, text, e);
            }
        });
    }

    private static Refusal notAnInstant(String name, String text, Exception cause) {
        Refusal refusal = Refusal.invalid(
                name,
                "%s: '%s' is not an RFC 3339 instant with a zone, such as 2027-01-31T17:00:00Z."
                        .formatted(name, Spelling.excerpt(text)));
        if (cause != null) {
            refusal.initCause(cause);
        }
        return refusal;
    }

    private static Optional<BigInteger> whole(Number number) {
        try {
            return Optional.of(
                    number instanceof BigInteger big ? big : new BigDecimal(number.toString()).toBigIntegerExact());
        } catch (ArithmeticException | NumberFormatException e) {
            return Optional.empty(); // a fraction, or not a number at all
        }
    }

    private <T> Optional<T> value(String name, Class<T> type, String wanted) {
        Object value = values.get(name);
        if (value != null && !type.isInstance(value)) {
            throw Refusal.invalid(name, "%s: must be %s, not %s.".formatted(name, wanted, typeOf(value)));
        }
        return Optional.ofNullable(type.cast(value));
    }

    private static List<String> texts(String name, List<?> list) {
        List<String> texts = new ArrayList<>(list.size());
        for (Object item : list) {
            if (!(item instanceof String text)) {
                String field = "%s[%d]".formatted(name, texts.size());
                throw Refusal.invalid(field, "%s: must be a string, not %s.".formatted(field, typeOf(item)));
            }
            texts.add(text);
        }
        return texts;
    }

    @SuppressWarnings("unchecked") // a JSON object has string keys
    private static Map<String, Object> withStringKeys(Map<?, ?> object) {
        return (Map<String, Object>) object;
    }

    private static String typeOf(Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> "a string";
            case Boolean bool -> "a boolean";
            case Number number -> "a number";
            case List<?> list -> "a list";
            case Map<?, ?> map -> "an object";
            default -> value.getClass().getSimpleName();
        };
    }
}
