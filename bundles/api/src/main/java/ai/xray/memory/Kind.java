package ai.xray.memory;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What a cell is. The kind decides its default deadline, whether a restatement merges into it, and how search treats it. */
public enum Kind implements Named {
    ACTIVE_CONCERN(0),
    OPERATIONAL_PATTERN(0),
    STABLE_FACT(0),
    WATCH_ITEM(0),
    HYPOTHESIS(1),
    UNKNOWN(7),
    RECENT_CHANGE(90),
    EVENT(30),
    NOTE(90),
    SYSTEM_IDENTITY(0),
    /** Written by the server: what was asked and recalled. */
    EPISODIC(7),
    /** Written by the server or the chart: carries a map's snapshot. */
    MENTAL_MAP(0),
    /** Written by the server or the chart, always private: overrides of settings. */
    SYSTEM_CONFIGURATION(0);

    private static final Set<Kind> WRITABLE =
            Collections.unmodifiableSet(EnumSet.range(ACTIVE_CONCERN, SYSTEM_IDENTITY));
    private static final Set<Kind> DURABLE = Collections.unmodifiableSet(
            EnumSet.of(OPERATIONAL_PATTERN, STABLE_FACT, SYSTEM_IDENTITY, MENTAL_MAP, SYSTEM_CONFIGURATION));
    private static final Set<Kind> COLLAPSING =
            Collections.unmodifiableSet(EnumSet.of(OPERATIONAL_PATTERN, STABLE_FACT, WATCH_ITEM, HYPOTHESIS));

    private final int defaultDays;

    Kind(int defaultDays) {
        this.defaultDays = defaultDays;
    }

    /** How long after its creation a cell of this kind goes stale when its writer set no deadline. */
    public Optional<Duration> defaultDeadline() {
        return defaultDays == 0 ? Optional.empty() : Optional.of(Duration.ofDays(defaultDays));
    }

    /** Whether {@code upsert_memory} accepts this kind and a {@code kind} filter may name it. */
    public boolean writable() {
        return WRITABLE.contains(this);
    }

    /** Whether the retention sweep leaves cells of this kind alone. */
    public boolean durable() {
        return DURABLE.contains(this);
    }

    /** Whether a write that restates a cell of this kind lands on that cell. */
    public boolean merges() {
        return collapses() || this == UNKNOWN;
    }

    /** Whether near-duplicates of this kind collapse into one search result. */
    public boolean collapses() {
        return COLLAPSING.contains(this);
    }

    /** Whether restating a cell of this kind renews its deadline. */
    public boolean renews() {
        return this == HYPOTHESIS || this == UNKNOWN;
    }

    /** The kinds a caller may write or filter by, in the order documentation lists them. */
    public static Set<Kind> writableKinds() {
        return WRITABLE;
    }
}
