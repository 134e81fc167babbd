package ai.xray.memory;

import java.util.Optional;

/**
 * Asks for a {@link Briefing}.
 *
 * @param query at most 2,000 characters are used; blank asks for recent cells
 * @param maxTokens 100–32,000 (a larger number counts as that): long contents are cut, then cells left out, to keep within
 *     it; the best hit always stays
 * @param limit 1–20, a larger number counts as that: cells in the block, standing ones and hits together
 */
public record BriefingRequest(String query, Optional<String> subject, int maxTokens, int limit) {
    /** The tokens of a block when a caller names no number. */
    public static final int STANDARD_TOKENS = 2000;

    /** The cells in a block when a caller names no number. */
    public static final int STANDARD_LIMIT = 8;
}
