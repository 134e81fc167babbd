package ai.xray.memory;

import java.util.List;
import java.util.Optional;

/**
 * A page of cells, in the order of their last change.
 *
 * @param tags a cell must carry all of them
 * @param limit 1–200
 * @param cursor where the page before ended, as that page told it
 */
public record ListRequest(
        Optional<Kind> kind,
        Optional<String> subject,
        Optional<Status> status,
        List<String> tags,
        Order order,
        int limit,
        Optional<String> cursor) {
    public ListRequest {
        tags = List.copyOf(tags);
    }

    /** Newest first. */
    public ListRequest(
            Optional<Kind> kind,
            Optional<String> subject,
            Optional<Status> status,
            List<String> tags,
            int limit,
            Optional<String> cursor) {
        this(kind, subject, status, tags, Order.NEWEST, limit, cursor);
    }

    /** Which end a list starts from. */
    public enum Order implements Named {
        NEWEST,
        OLDEST
    }
}
