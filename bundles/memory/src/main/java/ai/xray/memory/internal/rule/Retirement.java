package ai.xray.memory.internal.rule;

import ai.xray.memory.Author;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Status;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What cells become when they no longer hold. Each change leaves a record of who made it, when and why. */
public final class Retirement {
    private static final String EXPIRED = "expired";
    private static final String REFUTED = "refuted";

    private Retirement() {}

    /** The cell once another has taken its place. */
    public static MemoryCell superseded(MemoryCell cell, Instant now) {
        return cell.with()
                .status(Status.SUPERSEDED)
                .updatedAt(Authoring.touched(cell, now))
                .build();
    }

    /** The cell once its time is over; one that is retired already stays as it is. */
    public static MemoryCell expired(MemoryCell cell, Optional<String> reason, Author author, Instant now) {
        if (cell.status() != Status.ACTIVE) {
            return cell;
        }
        Map<String, Object> record = new LinkedHashMap<>();
        reason.ifPresent(why -> record.put("reason", why));
        return stale(cell, EXPIRED, record, author, now);
    }

    /**
     * The cell once it is known to be wrong; one that was refuted for the same reason on the same evidence stays as it is,
     * whoever did it first.
     */
    public static MemoryCell refuted(
            MemoryCell cell, String reason, Optional<String> evidence, Author author, Instant now) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("reason", reason);
        evidence.ifPresent(shown -> record.put("evidence", shown));
        boolean repeated = cell.status() == Status.STALE
                && cell.data().get(REFUTED) instanceof Map<?, ?> earlier
                && reason.equals(earlier.get("reason"))
                && evidence.equals(Optional.ofNullable(earlier.get("evidence")));
        return repeated ? cell : stale(cell, REFUTED, record, author, now);
    }

    /** The cell once {@code via}, which it cites, was refuted. */
    public static MemoryCell retired(MemoryCell cell, String via, Author author, Instant now) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("via", via);
        return stale(cell, REFUTED, record, author, now);
    }

    /** Why a cell stays as it is when one that it cites is refuted, in words; empty when it is retired. */
    public static Optional<String> spared(MemoryCell cell, Instant now) {
        Status status = cell.statusAt(now);
        if (status != Status.ACTIVE) {
            return Optional.of("it is %s already".formatted(status.wire()));
        }
        if (cell.origin() != Origin.DERIVED) {
            return Optional.of("its origin is %s; only derived cells are retired with what they cite"
                    .formatted(cell.origin().wire()));
        }
        if (!cell.kind().writable()) {
            return Optional.of(
                    "only the server writes its kind, %s".formatted(cell.kind().wire()));
        }
        return Optional.empty();
    }

    private static MemoryCell stale(
            MemoryCell cell, String name, Map<String, Object> record, Author author, Instant now) {
        record.put("at", Authoring.stamp(now).toString());
        record.put("by", author.name());
        Map<String, Object> data = new LinkedHashMap<>(cell.data());
        data.put(name, record);
        return cell.with()
                .status(Status.STALE)
                .data(data)
                .updatedAt(Authoring.touched(cell, now))
                .build();
    }
}
