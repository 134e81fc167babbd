package ai.xray.memory.internal;

import ai.xray.memory.Refusal;
import java.time.Duration;

/**
 * How searches rank and what they show.
 *
 * @param shaping whether neighbours lift each other, restatements collapse, and watching and recency count
 * @param lexicalShortcircuit whether a query that the best hit's title says is not embedded
 * @param semanticScoreGap how much less similar than the first a cell may be; 0 for any
 * @param contentLimit the most characters of a result's content; 0 for all
 * @param rerankTimeout how long a reranker may take for one search
 */
record RecallSettings(
        boolean shaping,
        boolean lexicalShortcircuit,
        double semanticScoreGap,
        int contentLimit,
        Duration rerankTimeout) {
    private static final int LEAST_CONTENT = 20;
    private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(60);

    // After the bounds, which it is held against.
    static final RecallSettings DEFAULT = new RecallSettings(true, false, 0, 0);

    RecallSettings {
        if (!(semanticScoreGap >= 0 && semanticScoreGap <= 2)) {
            throw Refusal.invalid(
                    "semantic-score-gap",
                    "semantic-score-gap: %s is not allowed; it must be 0 to 2.".formatted(semanticScoreGap));
        }
        if (contentLimit != 0 && contentLimit < LEAST_CONTENT) {
            throw Refusal.invalid(
                    "headroom-content-limit",
                    "headroom-content-limit: %d is not allowed; it must be 0 or at least %d."
                            .formatted(contentLimit, LEAST_CONTENT));
        }
        if (rerankTimeout.compareTo(SHORTEST_TIMEOUT) < 0 || rerankTimeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw Refusal.invalid(
                    "rerank-timeout-seconds",
                    "rerank-timeout-seconds: %d is not allowed; it must be %d to %d."
                            .formatted(
                                    rerankTimeout.toSeconds(),
                                    SHORTEST_TIMEOUT.toSeconds(),
                                    LONGEST_TIMEOUT.toSeconds()));
        }
    }

    /** With the time for a reranker as it is by default. */
    RecallSettings(boolean shaping, boolean lexicalShortcircuit, double semanticScoreGap, int contentLimit) {
        this(shaping, lexicalShortcircuit, semanticScoreGap, contentLimit, Duration.ofSeconds(5));
    }
}
