package ai.xray.memory;

import java.util.Optional;
import java.util.Set;

/**
 * Asks for a page of a {@link Drawing}.
 *
 * @param kinds empty for all but episodic cells
 * @param limit 1–2,000 cells; a larger number counts as 2,000
 * @param cursor where the page before ended, as that page told it
 */
public record DrawingRequest(Set<Kind> kinds, Optional<String> subject, int limit, Optional<String> cursor) {
    public DrawingRequest {
        kinds = Set.copyOf(kinds);
    }
}
