package ai.xray.memory;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The named form of a cell: its fields as they appear in a Kubernetes {@code spec}, a tool reply, REST, an export and a
 * store's document. Values are plain Java: {@code Map}, {@code List}, {@code String}, {@code Boolean}, numbers,
 * {@code null}.
 */
public final class CellFields {
    private CellFields() {}

    /** The cell's fields in a fixed order; empty ones are left out. */
    public static Map<String, Object> of(MemoryCell cell) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", cell.id());
        fields.put("kind", cell.kind().wire());
        fields.put("scope", cell.scope().wire());
        cell.subject().ifPresent(subject -> fields.put("subject", subject));
        fields.put("title", cell.title());
        fields.put("content", cell.content());
        fields.put("confidence", cell.confidence().wire());
        fields.put("status", cell.status().wire());
        fields.put("origin", cell.origin().wire());
        putUnlessEmpty(fields, "tags", cell.tags());
        putUnlessEmpty(fields, "links", cell.links());
        putUnlessEmpty(fields, "evidenceRefs", cell.evidenceRefs());
        putUnlessEmpty(fields, "supersedes", cell.supersedes());
        cell.source().ifPresent(source -> fields.put("source", source));
        cell.staleAfter().ifPresent(deadline -> fields.put("staleAfter", deadline.toString()));
        fields.put("createdAt", cell.createdAt().toString());
        fields.put("updatedAt", cell.updatedAt().toString());
        if (!cell.data().isEmpty()) {
            fields.put("data", cell.data());
        }
        fields.putAll(cell.unknown());
        return fields;
    }

    /**
     * The cell with these fields. Missing optional fields take their defaults, a missing {@code origin} reads as
     * {@code derived}, and fields that are not known are kept.
     *
     * @throws Refusal when a field is missing, of a wrong type or has an unknown value; it names the field
     */
    public static MemoryCell toCell(Map<String, Object> fields) {
        Reader reader = new Reader(fields);
        Kind kind = Named.parse("kind", reader.text("kind"), Arrays.asList(Kind.values()));
        Instant createdAt = reader.instant("createdAt")
                .orElseThrow(() -> Refusal.invalid("createdAt", "createdAt: an RFC 3339 instant is required."));
        MemoryCell.Builder cell = MemoryCell.cell(reader.text("id"), kind, createdAt)
                .scope(reader.constant("scope", Scope.values(), Scope.PUBLIC))
                .title(reader.text("title"))
                .content(reader.text("content"))
                .confidence(reader.constant("confidence", Confidence.values(), Confidence.MEDIUM))
                .status(reader.constant("status", Status.values(), Status.ACTIVE))
                .origin(reader.constant("origin", Origin.values(), Origin.DERIVED))
                .tags(reader.texts("tags"))
                .links(reader.texts("links"))
                .evidenceRefs(reader.texts("evidenceRefs"))
                .supersedes(reader.texts("supersedes"))
                .updatedAt(reader.instant("updatedAt").orElse(createdAt))
                .data(reader.object("data"));
        reader.optionalText("subject").ifPresent(cell::subject);
        reader.optionalText("source").ifPresent(cell::source);
        reader.instant("staleAfter").ifPresent(cell::staleAfter);
        return cell.unknown(reader.rest).build();
    }

    private static void putUnlessEmpty(Map<String, Object> fields, String name, List<String> values) {
        if (!values.isEmpty()) {
            fields.put(name, values);
        }
    }

    /** Takes known fields out of a copy; what stays is unknown. */
    private static final class Reader {
        private final Map<String, Object> rest;

        Reader(Map<String, Object> fields) {
            rest = new LinkedHashMap<>(fields);
        }

        String text(String name) {
            return optionalText(name).orElseThrow(() -> Refusal.invalid(name, name + ": a string is required."));
        }

        Optional<String> optionalText(String name) {
            return switch (rest.remove(name)) {
                case null -> Optional.empty();
                case String text -> Optional.of(text);
                default -> throw Refusal.invalid(name, name + ": must be a string.");
            };
        }

        Optional<Instant> instant(String name) {
            return optionalText(name).map(text -> {
                try {
                    return Instant.parse(text);
                } catch (DateTimeParseException e) {
                    throw Refusal.invalid(
                            name, "%s: '%s' is not an RFC 3339 instant.".formatted(name, Spelling.excerpt(text)));
                }
            });
        }

        <E extends Named> E constant(String name, E[] constants, E absent) {
            return optionalText(name)
                    .map(text -> Named.parse(name, text, Arrays.asList(constants)))
                    .orElse(absent);
        }

        List<String> texts(String name) {
            return switch (rest.remove(name)) {
                case null -> List.of();
                case List<?> list -> {
                    List<String> texts = new ArrayList<>(list.size());
                    for (Object item : list) {
                        if (!(item instanceof String text)) {
                            throw Refusal.invalid(name, name + ": must be a list of strings.");
                        }
                        texts.add(text);
                    }
                    yield texts;
                }
                default -> throw Refusal.invalid(name, name + ": must be a list of strings.");
            };
        }

        @SuppressWarnings("unchecked") // a JSON object has string keys
        Map<String, Object> object(String name) {
            return switch (rest.remove(name)) {
                case null -> Map.of();
                case Map<?, ?> map -> (Map<String, Object>) map;
                default -> throw Refusal.invalid(name, name + ": must be an object.");
            };
        }
    }
}
