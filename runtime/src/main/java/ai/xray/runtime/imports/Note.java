package ai.xray.runtime.imports;

import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A text with a title that becomes a cell, or as many as it needs.
 *
 * @param links the ids that a part of the content links to
 * @param when when it was written last
 */
record Note(
        String id,
        Kind kind,
        Origin origin,
        String title,
        String content,
        List<String> tags,
        Function<String, List<String>> links,
        String source,
        Instant when) {

    /** The most links of a cell. */
    static final int MAX_LINKS = 256;

    private static final int MAX_TAGS = 32;
    private static final int MAX_TAG_CHARS = 64;

    /** {@code tags} without repetitions, once they are few and short enough for a cell. */
    static List<String> checkedTags(List<String> tags) throws BadNoteException {
        Set<String> distinct = new LinkedHashSet<>();
        for (String tag : tags) {
            if (tag.length() > MAX_TAG_CHARS) {
                throw new BadNoteException(
                        "has a tag of %d characters; at most %d are allowed.".formatted(tag.length(), MAX_TAG_CHARS));
            }
            if (!tag.isBlank()) {
                distinct.add(tag.strip());
            }
        }
        if (distinct.size() > MAX_TAGS) {
            throw new BadNoteException("has %d tags; at most %d are allowed.".formatted(distinct.size(), MAX_TAGS));
        }
        return List.copyOf(distinct);
    }

    /** Its cells; a part links to the one before and the one after it. */
    List<MemoryCell> cells() {
        List<String> parts = new LongText(MemoryCell.MAX_CONTENT_BYTES)
                .parts(content).stream().filter(part -> !part.isBlank()).toList();
        List<MemoryCell> cells = new ArrayList<>();
        for (int number = 1; number <= parts.size(); number++) {
            Set<String> linked = new LinkedHashSet<>();
            if (number > 1) {
                linked.add(StableIds.part(id, number - 1));
            }
            if (number < parts.size()) {
                linked.add(StableIds.part(id, number + 1));
            }
            String part = parts.get(number - 1);
            links.apply(part).stream().filter(link -> !link.equals(id)).forEach(linked::add);
            cells.add(cell(
                    number, parts.size(), part, linked.stream().limit(MAX_LINKS).toList()));
        }
        return cells;
    }

    private MemoryCell cell(int number, int of, String part, List<String> linked) {
        return MemoryCell.cell(StableIds.part(id, number), kind, when)
                .origin(origin)
                // the one kind that needs it; whoever imports facts as facts stands behind them
                .confidence(kind == Kind.STABLE_FACT ? Confidence.HIGH : Confidence.MEDIUM)
                .title(of == 1 ? cut(title, "") : cut(title, " (%d/%d)".formatted(number, of)))
                .content(part)
                .tags(tags)
                .links(linked)
                .source(source)
                .build();
    }

    /** A title of the length that is allowed; what is cut off it stands in the content too. */
    private static String cut(String title, String end) {
        int room = MemoryCell.MAX_TITLE_CHARS - end.length();
        if (title.length() <= room) {
            return title + end;
        }
        int at = Character.isLowSurrogate(title.charAt(room - 1)) ? room - 2 : room - 1;
        return title.substring(0, at) + "…" + end;
    }
}
