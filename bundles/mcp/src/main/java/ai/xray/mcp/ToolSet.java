package ai.xray.mcp;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The tools on offer at one moment, in the order of their names. Immutable. */
final class ToolSet {
    private final long generation;
    private final SortedMap<String, OfferedTool> tools;
    private volatile String listing; // many reads, one write each generation; written twice in a race, alike

    /** @param generation counts the changes */
    ToolSet(long generation, SortedMap<String, OfferedTool> tools) {
        this.generation = generation;
        this.tools = Collections.unmodifiableSortedMap(new TreeMap<>(tools));
    }

    long generation() {
        return generation;
    }

    Optional<OfferedTool> find(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    Set<String> names() {
        return tools.keySet();
    }

    /** Whether {@code other} offers the very same tools. */
    boolean sameAs(SortedMap<String, OfferedTool> other) {
        return tools.equals(other);
    }

    /** The members of a {@code tools/list} result. */
    String listing() {
        String text = listing;
        if (text == null) {
            text = tools.values().stream()
                    .map(OfferedTool::listing)
                    .collect(Collectors.joining(",", "\"tools\":[", "]"));
            listing = text;
        }
        return text;
    }
}
