package ai.xray.memory.internal.rule;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import java.time.Duration;
import java.time.Instant;

/**
 * How long cells are kept.
 *
 * @param episodicTtl how long after its last change an episodic cell is shown; zero for never
 */
public record Retention(Duration episodicTtl) {
    /** Whether every read leaves the cell out, swept or not. */
    public boolean hides(MemoryCell cell, Instant now) {
        return cell.kind() == Kind.EPISODIC && !now.isBefore(cell.updatedAt().plus(episodicTtl));
    }

    /** Whether the sweep deletes the cell. */
    public boolean reaps(MemoryCell cell, Instant now) {
        boolean overdue =
                cell.staleAfter().map(deadline -> !now.isBefore(deadline)).orElse(false);
        return hides(cell, now) || (overdue && !cell.kind().durable());
    }
}
