package ai.xray.memory.internal.corpus;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Privacy;
import ai.xray.memory.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which cells a search or list is about.
 *
 * @param subject what the caller presents
 * @param kinds empty for all but episodic cells, which only recent memory shows
 * @param status at {@code now}; empty for any
 * @param tags all of which a cell must carry
 */
public record View(Optional<String> subject, Set<Kind> kinds, Optional<Status> status, List<String> tags, Instant now)
        implements Predicate<MemoryCell> {
    @Override
    public boolean test(MemoryCell cell) {
        return Privacy.inView(cell.scope(), cell.kind(), cell.subject(), subject)
                && (kinds.isEmpty() ? cell.kind() != Kind.EPISODIC : kinds.contains(cell.kind()))
                && (status.isEmpty() || status.get() == cell.statusAt(now))
                && cell.tags().containsAll(tags);
    }
}
