package ai.xray.memory.internal.corpus;

import java.time.Instant;
import java.util.Comparator;

/** A place in the order of lists: newest first, then by id. */
public record Position(Instant updatedAt, String id) implements Comparable<Position> {
    private static final Comparator<Position> ORDER =
            Comparator.comparing(Position::updatedAt).reversed().thenComparing(Position::id);

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }
}
