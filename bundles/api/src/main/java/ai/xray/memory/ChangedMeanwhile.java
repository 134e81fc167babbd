package ai.xray.memory;

import java.util.List;

/** The cell is no longer the one that the caller saw, so a change that was made up from it is refused. */
public final class ChangedMeanwhile extends Refusal {
    private static final long serialVersionUID = 1L;

    /** Another writer changed the cell {@code id}. */
    public ChangedMeanwhile(String id) {
        super(
                Code.CONFLICT,
                "The cell '%s' was changed by another writer meanwhile; read it again.".formatted(Spelling.excerpt(id)),
                null,
                List.of(),
                null);
    }
}
