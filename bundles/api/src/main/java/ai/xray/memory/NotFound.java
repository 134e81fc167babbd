package ai.xray.memory;

import java.util.List;

/** The cell does not exist, or not for a caller without its subject: both are told in the same words. */
public final class NotFound extends Refusal {
    private static final long serialVersionUID = 1L;

    /** No cell with this id can be seen by the caller. */
    public NotFound(String id) {
        this("id", id);
    }

    /** No cell with this id, which came in {@code field}, can be seen by the caller. */
    public NotFound(String field, String id) {
        super(
                Code.NOT_FOUND,
                "%s: no cell '%s' is visible to this call; a private cell needs its exact subject."
                        .formatted(field, Spelling.excerpt(id)),
                field,
                List.of(),
                null);
    }
}
