package ai.xray.rest.memory;

import ai.xray.memory.Kind;
import ai.xray.memory.Named;
import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The query of a request, read by type. What a value of the right type may hold is for the rules of memory to say. */
final class Question {
    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?\\d{1,18}");

    private final Map<String, String[]> given;

    private Question(Map<String, String[]> given) {
        this.given = given;
    }

    /** What {@code given} asks of {@code operation}, which must know all the names. */
    static Question of(Map<String, String[]> given, Operation operation) {
        List<String> known = operation.parameters().stream()
                .filter(parameter -> parameter.in().equals("query"))
                .map(Parameter::name)
                .toList();
        for (String name : given.keySet()) {
            if (known.isEmpty()) {
                throw Refusal.invalid(
                        "query", "query: '%s' is not known; this takes none.".formatted(Spelling.excerpt(name)));
            }
            if (!known.contains(name)) {
                throw Refusal.unknownName("query", name, known);
            }
        }
        return new Question(given);
    }

    String text(Parameter parameter) {
        String name = parameter.name();
        return optional(parameter).orElseThrow(() -> Refusal.invalid(name, name + ": is missing; it must be given."));
    }

    Optional<String> optional(Parameter parameter) {
        String[] values = given.getOrDefault(parameter.name(), new String[0]);
        if (values.length > 1) {
            throw Refusal.invalid(
                    parameter.name(),
                    "%s: is given %d times; once is allowed.".formatted(parameter.name(), values.length));
        }
        return Stream.of(values).findFirst();
    }

    List<String> texts(Parameter parameter) {
        List<String> texts = new ArrayList<>();
        for (String value : given.getOrDefault(parameter.name(), new String[0])) {
            Stream.of(value.split(",", -1)).map(String::strip).forEach(texts::add);
        }
        return texts;
    }

    Set<Kind> kinds(Parameter parameter) {
        Set<Kind> kinds = new LinkedHashSet<>();
        texts(parameter).forEach(name -> kinds.add(Named.parse(parameter.name(), name, Kind.writableKinds())));
        return kinds;
    }

    <E extends Named> Optional<E> constant(Parameter parameter, Collection<E> allowed) {
        return optional(parameter).map(text -> Named.parse(parameter.name(), text, allowed));
    }

    boolean flag(Parameter parameter) {
        return optional(parameter)
                .map(text -> switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default ->
                        throw Refusal.invalid(
                                parameter.name(),
                                "%s: '%s' is not allowed; it must be true or false."
                                        .formatted(parameter.name(), Spelling.excerpt(text)));
                })
                .orElse(false);
    }

    /** A number, as large as it is; {@code standard} where none is given. */
    int number(Parameter parameter, int standard) {
        return optional(parameter)
                .map(text -> {
                    if (!WHOLE_NUMBER.matcher(text).matches()) {
                        throw Refusal.invalid(
                                parameter.name(),
                                "%s: '%s' is not allowed; it must be a whole number of at least 1."
                                        .formatted(parameter.name(), Spelling.excerpt(text)));
                    }
                    return Math.clamp(Long.parseLong(text), Integer.MIN_VALUE, Integer.MAX_VALUE);
                })
                .orElse(standard);
    }

    Optional<Instant> instant(Parameter parameter) {
        return optional(parameter).map(text -> {
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException e) {
                Refusal refusal = Refusal.invalid(
                        parameter.name(),
                        "%s: '%s' is not an RFC 3339 instant with a zone, such as 2027-01-31T17:00:00Z."
                                .formatted(parameter.name(), Spelling.excerpt(text)));
                refusal.initCause(e);
                throw refusal;
            }
        });
    }
}
