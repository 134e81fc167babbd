package ai.xray.memory;

import java.util.List;

/**
 * What changed last.
 *
 * @param cells newest first
 * @param limit the limit that was used
 */
public record RecentCells(List<MemoryCell> cells, int limit) {
    public RecentCells {
        cells = List.copyOf(cells);
    }
}
