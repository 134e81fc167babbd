package ai.xray.memory.internal.history;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Kind;
import ai.xray.memory.internal.Draft;
import java.util.List;
import java.util.Optional;

/** What callers ask of memory. */
sealed interface Request {
    /** Puts fields into the cell of an id, which is a new one where there is none and the content is given. */
    record Upsert(String id, Optional<String> content, Optional<List<String>> tags) implements Request {}

    /**
     * Tells something without naming an id.
     *
     * @param theme texts of one theme restate each other, and none restates one of another theme
     * @param title of this request and the repetition of it alone; its own slug
     */
    record Tell(String subject, int theme, String title, String content, List<String> tags) implements Request {
        CellDraft.Builder draft() {
            return Draft.note(title, content)
                    .kind(Kind.OPERATIONAL_PATTERN)
                    .subject(subject)
                    .tags(tags.toArray(String[]::new));
        }
    }

    record Get(String id) implements Request {}

    /** Reads several cells at once. */
    record Fetch(List<String> ids) implements Request {}

    record Delete(String id) implements Request {}

    record Expire(String id) implements Request {}

    record Supersede(String old, String id, String content) implements Request {}

    /** Reads the whole list of a subject; for when nobody writes, as lists are not read at one moment. */
    record ListAll() implements Request {}

    /** Searches for what all texts of a subject have in common; for when nobody writes. */
    record SearchAll() implements Request {}
}
