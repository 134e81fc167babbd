package ai.xray.memory.internal.corpus;

import ai.xray.memory.MemoryCell;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What a text was recalled from. A block of recalled cells tells of each its id, kind and confidence on a line of its own; a
 * text that holds such a line repeats the cell, as when an agent writes down what it was given.
 */
public final class Quotes {
    private static final String MARK = "> [";
    private static final Pattern HEADING =
            Pattern.compile("(?m)^(?:> )+\\[(.{1,200}?)] [a-z_]+, (?:low|medium|high) confidence, ");

    private Quotes() {}

    /** The ids of the cells that {@code cell} repeats, each once. */
    public static List<String> of(MemoryCell cell) {
        if (!cell.content().contains(MARK)) {
            return List.of();
        }
        return HEADING.matcher(cell.content())
                .results()
                .map((MatchResult heading) -> heading.group(1))
                .filter(id -> !id.equals(cell.id()))
                .distinct()
                .toList();
    }
}
