package ai.xray.rest.memory;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.Named;
import ai.xray.memory.Refusal;
import ai.xray.memory.Scope;
import ai.xray.memory.Spelling;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of a cell that a body gives, read by type; the rules on them are those of memory. */
final class Drafts {
    private final Map<String, Object> fields;

    private Drafts(Map<String, Object> fields) {
        this.fields = fields;
    }

    /** A new cell, as {@link Shapes#draft} says. */
    static CellDraft created(Map<String, Object> body) {
        Drafts drafts = new Drafts(known(body, true));
        return drafts.draft(
                Optional.empty(), drafts.constant("scope", Arrays.asList(Scope.values())), drafts.text("subject"));
    }

    /** A change of the cell {@code id}. Who may see a cell is settled when it is written, so scope and subject stay. */
    static CellDraft changed(String id, Optional<String> subject, Map<String, Object> body) {
        return new Drafts(known(body, false)).draft(Optional.of(id), Optional.empty(), subject);
    }

    private CellDraft draft(Optional<String> id, Optional<Scope> scope, Optional<String> subject) {
        return new CellDraft(
                id,
                constant("kind", Kind.writableKinds()),
                scope,
                subject,
                text("title"),
                text("content"),
                constant("confidence", Arrays.asList(Confidence.values())),
                texts("tags"),
                texts("links"),
                texts("evidenceRefs"),
                text("source"),
                instant("staleAfter"),
                object("data"));
    }

    private static Map<String, Object> known(Map<String, Object> body, boolean isNew) {
        Map<?, ?> properties = (Map<?, ?>) Shapes.draft(isNew).get("properties");
        List<String> names =
                properties.keySet().stream().map(String.class::cast).toList();
        body.keySet().stream().filter(name -> !names.contains(name)).findFirst().ifPresent(name -> {
            throw Refusal.unknownName("body", name, names);
        });
        return body;
    }

    private <T> Optional<T> value(String name, Class<T> type, String wanted) {
        Object value = fields.get(name);
        if (value != null && !type.isInstance(value)) {
            throw Refusal.invalid(name, "%s: must be %s.".formatted(name, wanted));
        }
        return Optional.ofNullable(type.cast(value));
    }

    private Optional<String> text(String name) {
        return value(name, String.class, "a string");
    }

    private <E extends Named> Optional<E> constant(String name, Collection<E> allowed) {
        return text(name).map(text -> Named.parse(name, text, allowed));
    }

    private Optional<List<String>> texts(String name) {
        return value(name, List.class, "a list of strings").map(list -> {
            List<String> texts = new ArrayList<>();
            for (Object item : (List<?>) list) {
                if (!(item instanceof String text)) {
                    throw Refusal.invalid(name, "%s: must be a list of strings.".formatted(name));
                }
                texts.add(text);
            }
            return texts;
        });
    }

    private Optional<Instant> instant(String name) {
        return text(name).map(text -> {
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException e) {
                Refusal refusal = Refusal.invalid(
                        name,
                        "%s: '%s' is not an RFC 3339 instant with a zone.".formatted(name, Spelling.excerpt(text)));
                refusal.initCause(e);
                throw refusal;
            }
        });
    }

    @SuppressWarnings("unchecked") // a JSON object has string keys
    private Optional<Map<String, Object>> object(String name) {
        return value(name, Map.class, "an object").map(map -> (Map<String, Object>) map);
    }
}
