package ai.xray.memory.internal.rule;

import ai.xray.memory.Author;
import ai.xray.memory.CellDraft;
import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import ai.xray.memory.Scope;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Makes cells of drafts whose fields were {@linkplain DraftRules#checked checked}. */
public final class Authoring {
    private Authoring() {}

    /** The cell that {@code draft} creates. */
    public static MemoryCell created(String id, CellDraft draft, Author author, Instant now) {
        Kind kind = needed("kind", draft.kind());
        needed("title", draft.title());
        needed("content", draft.content());
        Instant createdAt = stamp(now);
        MemoryCell.Builder cell = MemoryCell.cell(id, kind, createdAt).origin(author.origin());
        kind.defaultDeadline().ifPresent(after -> cell.staleAfter(createdAt.plus(after)));
        give(cell, draft);
        draft.data().ifPresent(cell::data);
        MemoryCell built = cell.build();
        checkSubject(built);
        checkConfidence(built);
        return built;
    }

    /**
     * {@code stored} with the fields of {@code draft} in place of its own; equal to {@code stored} when that changes nothing.
     */
    public static MemoryCell updated(MemoryCell stored, CellDraft draft, Author author, Instant now) {
        MemoryCell edited = edited(stored, draft);
        boolean restated = edited.equals(stored);
        Origin origin = restated ? Provenance.restated(author, stored) : author.origin();
        if (restated && origin == stored.origin()) {
            return stored;
        }
        Provenance.check(author, stored, "replace");
        checkWritable(stored);
        checkSubject(edited);
        if (draft.kind().isPresent()
                || draft.confidence().isPresent()) { // else an older rule's cell could not be edited
            checkConfidence(edited);
        }
        return edited.with().origin(origin).updatedAt(touched(stored, now)).build();
    }

    /** When a change of {@code stored} happens: a clock that was set back must not make it look older than it was. */
    public static Instant touched(MemoryCell stored, Instant now) {
        Instant stamp = stamp(now);
        return stamp.isBefore(stored.updatedAt()) ? stored.updatedAt() : stamp;
    }

    /** Whether creating {@code draft} would say again what {@code stored} says, to the same audience. */
    public static boolean repeats(MemoryCell stored, CellDraft draft) {
        return stored.scope() == draft.scope().orElse(Scope.PUBLIC)
                && stored.subject().equals(draft.subject())
                && edited(stored, draft).equals(stored);
    }

    private static MemoryCell edited(MemoryCell stored, CellDraft draft) {
        MemoryCell.Builder cell = stored.with();
        give(cell, draft);
        draft.data().ifPresent(data -> cell.data(withReserved(data, stored.data())));
        return cell.build();
    }

    private static void give(MemoryCell.Builder cell, CellDraft draft) {
        draft.kind().ifPresent(cell::kind);
        draft.scope().ifPresent(cell::scope);
        draft.subject().ifPresent(cell::subject);
        draft.title().ifPresent(cell::title);
        draft.content().ifPresent(cell::content);
        draft.confidence().ifPresent(cell::confidence);
        draft.tags().ifPresent(cell::tags);
        draft.links().ifPresent(cell::links);
        draft.evidenceRefs().ifPresent(cell::evidenceRefs);
        draft.source().ifPresent(cell::source);
        draft.staleAfter().ifPresent(cell::staleAfter);
    }

    /** Callers cannot give what the server wrote into data, so replacing data must not lose it either. */
    private static Map<String, Object> withReserved(Map<String, Object> given, Map<String, Object> stored) {
        Map<String, Object> data = new LinkedHashMap<>(given);
        stored.forEach((name, value) -> {
            if (DraftRules.RESERVED_DATA.contains(name)) {
                data.put(name, value);
            }
        });
        return data;
    }

    private static <T> T needed(String field, Optional<T> value) {
        return value.orElseThrow(() ->
                Refusal.invalid(field, "%s: is missing; a new cell needs kind, title and content.".formatted(field)));
    }

    /** Refuses to have a cell of a kind that only the server writes changed by a caller. */
    public static void checkWritable(MemoryCell stored) {
        if (!stored.kind().writable()) {
            throw Refusal.of(
                    Refusal.Code.FORBIDDEN,
                    "id: the cell '%s' is of kind '%s', which only the server writes."
                            .formatted(stored.id(), stored.kind().wire()));
        }
    }

    private static void checkSubject(MemoryCell cell) {
        if (cell.scope() == Scope.PRIVATE && cell.subject().isEmpty()) {
            throw Refusal.invalid("subject", "subject: is missing; a cell of scope 'private' needs one.");
        }
    }

    private static void checkConfidence(MemoryCell cell) {
        if (cell.kind() == Kind.STABLE_FACT && cell.confidence() != Confidence.HIGH) {
            throw Refusal.invalid(
                    "confidence",
                    "confidence: a stable_fact needs 'high', not '%s'; write what is less sure as a hypothesis or a note."
                            .formatted(cell.confidence().wire()));
        }
    }

    /** Microseconds, the finest that every store and most clocks keep. */
    static Instant stamp(Instant now) {
        return now.truncatedTo(ChronoUnit.MICROS);
    }
}
