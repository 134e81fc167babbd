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
 * @param expandLinks whether what a hit links to joins the hits
 * @param collapseSources whether of the hits with one {@code source} only the best is shown
 */
public record SearchRequest(
        String query,
        Set<Kind> kinds,
        Optional<String> subject,
        List<String> tags,
        int limit,
        boolean expandLinks,
        boolean collapseSources) {
    public SearchRequest {
        kinds = Set.copyOf(kinds);
        tags = List.copyOf(tags);
    }

    /** How many hits are wanted when nobody says a number. */
    public static final int STANDARD_LIMIT = 10;

    /** Among what everybody may know, ten at most. */
    public static SearchRequest of(String query) {
        return new SearchRequest(query, Set.of(), Optional.empty(), List.of(), STANDARD_LIMIT, false);
    }

    /** One in which each hit stands for itself, whatever its source. */
    public SearchRequest(
            String query,
            Set<Kind> kinds,
            Optional<String> subject,
            List<String> tags,
            int limit,
            boolean expandLinks) {
        this(query, kinds, subject, tags, limit, expandLinks, false);
    }
}
