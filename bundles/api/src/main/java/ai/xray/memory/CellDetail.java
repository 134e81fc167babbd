package ai.xray.memory;

import java.util.List;

/**
 * A cell with its neighbours, as far as the caller may know them.
 *
 * @param links ids of visible cells it links to
 * @param citedBy ids of visible cells whose links or evidence name it
 */
public record CellDetail(MemoryCell cell, List<String> links, List<String> citedBy) {
    public CellDetail {
        links = List.copyOf(links);
        citedBy = List.copyOf(citedBy);
    }
}
