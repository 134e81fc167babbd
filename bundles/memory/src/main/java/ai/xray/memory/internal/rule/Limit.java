package ai.xray.memory.internal.rule;

import ai.xray.memory.Refusal;

/**
 * How many items a call answers with.
 *
 * @param standard when the caller names no number
 * @param most what a larger number is taken as
 */
public record Limit(int standard, int most) {
    /** Of a search. */
    public static final Limit SEARCH = new Limit(10, 50);

    /** Of a page of a list. */
    public static final Limit LIST = new Limit(50, 200);

    /** The number that is used when {@code asked} is asked for. */
    public int used(String field, long asked) {
        if (asked < 1) {
            throw Refusal.invalid(field, "%s: must be %s, not %d.".formatted(field, range(), asked));
        }
        return (int) Math.min(asked, most);
    }

    /** The allowed numbers in words. */
    public String range() {
        return "a whole number from 1 to %d (a larger one counts as %d)".formatted(most, most);
    }
}
