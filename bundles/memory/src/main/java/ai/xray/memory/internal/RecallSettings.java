package ai.xray.memory.internal;

import ai.xray.memory.Refusal;

/**
 * How searches rank and what they show.
 *
 * @param shaping whether neighbours lift each other, restatements collapse, and watching and recency count
 * @param lexicalShortcircuit whether a query that the best hit's title says is not embedded
 * @param semanticScoreGap how much less similar than the first a cell may be; 0 for any
 * @param contentLimit the most characters of a result's content; 0 for all
 */
record RecallSettings(boolean shaping, boolean lexicalShortcircuit, double semanticScoreGap, int contentLimit) {
    static final RecallSettings DEFAULT = new RecallSettings(true, false, 0, 0);

    private static final int LEAST_CONTENT = 20;

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
    }
}
