package ai.xray.memory;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A search.
 *
 * @param query at most 2,000 characters are used; blank asks for recent cells
 * @param kinds empty for all searchable kinds
 * @param tags a cell must carry all of them
 * @param limit 1–50
 */
public record SearchRequest(
        String query, Set<Kind> kinds, Optional<String> subject, List<String> tags, int limit, boolean expandLinks) {
    public SearchRequest {
        kinds = Set.copyOf(kinds);
        tags = List.copyOf(tags);
    }
}
