package ai.xray.memory.internal.rule;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import ai.xray.memory.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The bounds on each field of a whole cell that is moved from elsewhere. It is taken as it is or refused: nothing is stripped
 * or sorted, and what holds for authors, such as that a stable fact needs high confidence, does not hold for who moves it.
 */
public final class CellRules {
    /** What the server itself notes in data. */
    private static final Set<String> RECORDS = Set.of("refuted", "expired", "restates");

    private CellRules() {}

    /**
     * {@code cell} when every field keeps its bound; numbers have the types in which every store gives them back.
     *
     * @param path what stands before the names of fields in refusals, for example {@code cells[3].}
     */
    public static MemoryCell checked(String path, MemoryCell cell) {
        Texts.line(path + "id", cell.id(), MemoryCell.MAX_ID_CHARS);
        Texts.line(path + "title", cell.title(), MemoryCell.MAX_TITLE_CHARS);
        Texts.storable(path + "content", cell.content());
        DraftRules.checkContentSize(path + "content", cell.content());
        cell.subject().ifPresent(subject -> Texts.line(path + "subject", subject, DraftRules.MAX_SUBJECT_CHARS));
        if (cell.scope() == Scope.PRIVATE && cell.subject().isEmpty()) {
            throw Refusal.invalid(path + "subject", path + "subject: is missing; a cell of scope 'private' needs one.");
        }
        Texts.checkList(path + "tags", cell.tags(), DraftRules.MAX_TAGS, DraftRules.MAX_TAG_CHARS);
        checkReferences(path + "links", cell.links());
        checkReferences(path + "evidenceRefs", cell.evidenceRefs());
        checkReferences(path + "supersedes", cell.supersedes());
        cell.source().ifPresent(source -> Texts.line(path + "source", source, DraftRules.MAX_SOURCE_CHARS));
        cell.staleAfter().ifPresent(deadline -> DraftRules.checkInstant(path + "staleAfter", deadline));
        DraftRules.checkInstant(path + "createdAt", cell.createdAt());
        DraftRules.checkInstant(path + "updatedAt", cell.updatedAt());
        Map<String, Object> data = JsonData.canonical(path + "data", cell.data());
        if (cell.kind() != Kind.MENTAL_MAP) {
            JsonData.checkSize(path + "data", written(data));
        }
        return cell.with()
                .data(data)
                .unknown(JsonData.copy(path + "unknown fields", cell.unknown()))
                .build();
    }

    private static void checkReferences(String field, List<String> references) {
        Texts.checkList(field, references, DraftRules.MAX_REFERENCES, DraftRules.MAX_REFERENCE_CHARS);
    }

    /** Without the server's own records, which it adds to data that may be as large as it is allowed. */
    private static Map<String, Object> written(Map<String, Object> data) {
        Map<String, Object> written = new LinkedHashMap<>(data);
        written.keySet().removeAll(RECORDS);
        return written;
    }
}
