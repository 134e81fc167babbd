package ai.xray.memory;

import java.util.List;
import java.util.Optional;

/**
 * One page of a list.
 *
 * @param next the cursor of the page after this one, where there is one
 */
public record CellPage(List<MemoryCell> cells, int limit, Optional<String> next) {
    public CellPage {
        cells = List.copyOf(cells);
    }
}
