package ai.xray.memory.internal.rule;

import ai.xray.memory.BriefingRequest;
import ai.xray.memory.Refusal;

/**
 * How many items a call answers with, or how long its answer may be.
 *
 * @param least the smallest number that is not refused
 * @param standard when the caller names no number
 * @param most what a larger number is taken as
 */
public record Limit(int least, int standard, int most) {
    /** Of a search. */
    public static final Limit SEARCH = new Limit(10, 50);

    /** Of a page of a list. */
    public static final Limit LIST = new Limit(50, 200);

    /** Of recent cells. */
    public static final Limit RECENT = new Limit(20, 100);

    /** Of cells on a page of a drawing. */
    public static final Limit DRAWING = new Limit(500, 2000);

    /** Of cells in a briefing. */
    public static final Limit BRIEFING = new Limit(BriefingRequest.STANDARD_LIMIT, 20);

    /** Of tokens of a briefing: at least room for its head and the best hit under an id of usual length. */
    public static final Limit TOKENS = new Limit(100, BriefingRequest.STANDARD_TOKENS, 32_000);

    private Limit(int standard, int most) {
        this(1, standard, most);
    }

    /** The number that is used when {@code asked} is asked for. */
    public int used(String field, long asked) {
        if (asked < least) {
            throw Refusal.invalid(field, "%s: must be %s, not %d.".formatted(field, range(), asked));
        }
        return (int) Math.min(asked, most);
    }

    /** The allowed numbers in words. */
    public String range() {
        return "a whole number from %d to %d (a larger one counts as %d)".formatted(least, most, most);
    }
}
