package ai.xray.memory;

import java.util.List;

/**
 * Cells by id.
 *
 * @param cells in the order they were asked for
 * @param missing the other ids: of cells that do not exist, or not for this caller
 */
public record Fetched(List<MemoryCell> cells, List<String> missing) {
    public Fetched {
        cells = List.copyOf(cells);
        missing = List.copyOf(missing);
    }
}
