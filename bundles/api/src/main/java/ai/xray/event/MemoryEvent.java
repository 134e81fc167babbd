package ai.xray.event;

import ai.xray.memory.Kind;
import ai.xray.memory.Named;
import java.util.List;
import java.util.Optional;

/** Something that happened to memory. */
public sealed interface MemoryEvent {
    /**
     * A cell was written or removed.
     *
     * @param owner the subject whose listeners alone may hear of it; empty for everyone
     */
    record Change(Operation operation, String id, Kind kind, Optional<String> owner) implements MemoryEvent {}

    /**
     * A recall found cells.
     *
     * @param ids of shared cells only, best first; at least one
     * @param query what was asked for
     * @param kinds the kinds of these cells, each once
     * @param owner the subject that the recall presented, whose listeners alone may hear what it asks; empty for everyone
     */
    record Hit(List<String> ids, String query, List<Kind> kinds, Optional<String> owner) implements MemoryEvent {
        public Hit {
            ids = List.copyOf(ids);
            kinds = List.copyOf(kinds);
        }
    }

    /** What was done to a cell. */
    enum Operation implements Named {
        CREATED,
        UPDATED,
        DELETED
    }
}
