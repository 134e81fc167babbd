package ai.xray.memory;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds what a mistyped name was meant to be. */
public final class Spelling {
    private static final int LONGEST_COMPARED = 64;
    private static final int EXCERPT = 80;

    private Spelling() {}

    /**
     * The name with the fewest edits (Levenshtein 1966) to {@code given}, if it is near enough to be meant: at most two
     * fifths of the longer of the two differ. Names longer than 64 characters are never suggested.
     */
    public static Optional<String> closest(String given, Collection<String> names) {
        if (given.length() > LONGEST_COMPARED) {
            return Optional.empty();
        }
        String wanted = given.toLowerCase(Locale.ROOT);
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String name : names) {
            if (name.length() > LONGEST_COMPARED) {
                continue;
            }
            int distance = distance(wanted, name.toLowerCase(Locale.ROOT));
            if (distance < bestDistance && distance * 5 <= Math.max(wanted.length(), name.length()) * 2) {
                best = name;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** At most 80 characters of {@code text} with control characters shown as spaces, for use in a message. */
    public static String excerpt(String text) {
        String shown = text.length() <= EXCERPT
                ? text
                : text.substring(0, text.offsetByCodePoints(0, Math.min(EXCERPT, text.codePointCount(0, EXCERPT))))
                        + "…";
        return shown.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substitution, 1 + Math.min(previous[j], current[j - 1]));
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[b.length()];
    }
}
