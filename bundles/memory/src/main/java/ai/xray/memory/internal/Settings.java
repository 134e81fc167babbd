package ai.xray.memory.internal;

import ai.xray.memory.internal.rule.Durations;
import ai.xray.memory.internal.rule.Retention;
import java.time.Duration;

/**
 * The settings of memory once they are read.
 *
 * @param sweepInterval zero for no sweep
 * @param merging whether a restatement lands on the cell it restates
 */
record Settings(Retention retention, Duration sweepInterval, boolean merging, RecallSettings recall) {
    private static final Duration LONGEST = Duration.ofDays(3650);

    /** With everything else as it is by default. */
    Settings(Retention retention, Duration sweepInterval) {
        this(retention, sweepInterval, true, RecallSettings.DEFAULT);
    }

    /** Reads {@code config}; a refusal names the setting that cannot be. */
    static Settings of(MemoryService.Config config) {
        return new Settings(
                new Retention(Durations.parse("episodic-ttl", config.episodic_ttl(), LONGEST)),
                Durations.parse("retention-sweep-interval", config.retention_sweep_interval(), LONGEST),
                config.memory_write_dedup(),
                new RecallSettings(
                        config.search_recall_shaping(),
                        config.search_lexical_shortcircuit(),
                        config.semantic_score_gap(),
                        config.headroom_content_limit(),
                        Duration.ofSeconds(config.rerank_timeout_seconds())));
    }
}
