package ai.xray.memory.internal.rule;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Named;
import ai.xray.memory.Refusal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules on each field a caller may give, whichever door it came through. */
public final class DraftRules {
    /** The most characters of a subject. */
    public static final int MAX_SUBJECT_CHARS = 200;

    /** The most characters of a source. */
    public static final int MAX_SOURCE_CHARS = 2000;

    /** The most tags of a cell, or of a filter. */
    public static final int MAX_TAGS = 32;

    /** The most characters of a tag. */
    public static final int MAX_TAG_CHARS = 64;

    /** The most links, and the most evidence references, of a cell. */
    public static final int MAX_REFERENCES = 256;

    /** The most characters of a link or an evidence reference. */
    public static final int MAX_REFERENCE_CHARS = 500;

    /** Names in {@code data} that only the server writes. */
    public static final Set<String> RESERVED_DATA = Set.of("refuted", "expired", "graph", "restates", "ui");

    /** The most characters of a reason, or of evidence against a cell. */
    public static final int MAX_REASON_CHARS = 2000;

    /** The most ids of one fetch. */
    public static final int MAX_FETCHED = 50;

    // RFC 3339 years have four digits.
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

    private DraftRules() {}

    /** {@code draft} with lists and data in their stored form, once every field that is given keeps its rule. */
    public static CellDraft checked(CellDraft draft) {
        draft.kind().ifPresent(kind -> kinds("kind", List.of(kind)));
        draft.staleAfter().ifPresent(deadline -> checkInstant("staleAfter", deadline));
        return new CellDraft(
                draft.id().map(DraftRules::id),
                draft.kind(),
                draft.scope(),
                draft.subject().map(DraftRules::subject),
                draft.title().map(title -> Texts.line("title", title, MemoryCell.MAX_TITLE_CHARS)),
                draft.content().map(DraftRules::content),
                draft.confidence(),
                draft.tags().map(DraftRules::tags),
                draft.links().map(links -> references("links", links)),
                draft.evidenceRefs().map(references -> references("evidenceRefs", references)),
                draft.source().map(source -> Texts.line("source", source, MAX_SOURCE_CHARS)),
                draft.staleAfter(),
                draft.data().map(DraftRules::data));
    }

    /** {@code id} when it can be one. */
    public static String id(String id) {
        return id("id", id);
    }

    /** {@code id}, which the caller calls {@code field}, when it can be one. */
    public static String id(String field, String id) {
        return Texts.line(field, id, MemoryCell.MAX_ID_CHARS);
    }

    /** The ids to fetch, without repetitions. */
    public static List<String> ids(List<String> ids) {
        if (ids.isEmpty() || ids.size() > MAX_FETCHED) {
            throw Refusal.invalid(
                    "ids", "ids: holds %d entries; 1 to %d are allowed.".formatted(ids.size(), MAX_FETCHED));
        }
        for (int i = 0; i < ids.size(); i++) {
            id("ids[%d]".formatted(i), ids.get(i));
        }
        return ids.stream().distinct().toList();
    }

    /** Refuses an instant, which the caller calls {@code field}, that RFC 3339 cannot write. */
    public static void checkInstant(String field, Instant instant) {
        if (instant.isBefore(EARLIEST) || !instant.isBefore(END)) {
            throw Refusal.invalid(field, field + ": must lie in the years 0001 to 9999.");
        }
    }

    /** Why something is done, or what shows that it should be. */
    public static String reason(String field, String text) {
        return Texts.prose(field, text, MAX_REASON_CHARS);
    }

    /** {@code subject} when it can be one. */
    public static String subject(String subject) {
        return Texts.line("subject", subject, MAX_SUBJECT_CHARS);
    }

    /** {@code tags} stripped and without repetitions. */
    public static List<String> tags(List<String> tags) {
        return Texts.list("tags", tags, MAX_TAGS, MAX_TAG_CHARS);
    }

    /** Links or evidence references, stripped and without repetitions; {@code field} is what the caller calls them. */
    public static List<String> references(String field, List<String> references) {
        return Texts.list(field, references, MAX_REFERENCES, MAX_REFERENCE_CHARS);
    }

    /** Refuses kinds that callers neither write nor filter by, in the words used for a kind that does not exist. */
    public static void kinds(String field, Collection<Kind> kinds) {
        for (Kind kind : kinds) {
            if (!kind.writable()) {
                throw Refusal.unknownName(field, kind.wire(), Named.wires(Kind.writableKinds()));
            }
        }
    }

    private static String content(String content) {
        Texts.prose("content", content);
        checkContentSize("content", content);
        return content;
    }

    static void checkContentSize(String field, String content) {
        int bytes = content.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MemoryCell.MAX_CONTENT_BYTES) {
            throw Refusal.tooLarge(
                    field,
                    "%s: is %d bytes of UTF-8; at most %d are allowed."
                            .formatted(field, bytes, MemoryCell.MAX_CONTENT_BYTES));
        }
    }

    private static Map<String, Object> data(Map<String, Object> data) {
        for (String name : data.keySet()) {
            if (RESERVED_DATA.contains(name)) {
                throw Refusal.invalid(
                        "data",
                        "data: '%s' is written by the server; leave it out, what is stored stays.".formatted(name));
            }
        }
        return JsonData.copy("data", data);
    }
}
