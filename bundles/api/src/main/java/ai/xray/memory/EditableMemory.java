package ai.xray.memory;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;

/** What people at a screen do with authored memory beyond what agents do: look at all of it, and change what they see. */
public interface EditableMemory extends AgentMemory {
    /** Cells and what links them, for a picture. */
    Drawing draw(DrawingRequest request) throws IOException;

    /**
     * Changes a cell that is there, if it still is the one that the caller saw; durable when it returns. Of two who saw the
     * same and change it at once, one is refused.
     *
     * @param draft of the cell with {@code draft.id()}, which must be given
     * @param seen whether the cell as it is now is the one that the caller saw; may be asked again and again
     * @throws ChangedMeanwhile when it is not
     */
    Upserted update(CellDraft draft, Predicate<MemoryCell> seen) throws IOException;

    @Override
    default void delete(String id, Optional<String> subject) throws IOException {
        delete(id, subject, cell -> true);
    }

    /** Removes a cell if {@code seen}, as in {@link #update}; durable when it returns. */
    void delete(String id, Optional<String> subject, Predicate<MemoryCell> seen) throws IOException;
}
