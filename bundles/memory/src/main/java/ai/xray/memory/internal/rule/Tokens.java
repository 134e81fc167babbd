package ai.xray.memory.internal.rule;

/**
 * How many tokens a text comes to, by a cautious rule that knows no model: a token for four letters of English or spaces,
 * for two digits, signs or accented Latin letters, for one character of any other script; two tokens for a character beyond
 * the basic plane, such as an emoji. Counted in quarters of a token, so that the costs of parts add up.
 */
public final class Tokens {
    /** The quarters of a token. */
    public static final int QUARTERS = 4;

    private static final String CUT = " […]";
    private static final int LONGEST_STEP_BACK = 40; // characters given up to end a cut at a word

    private Tokens() {}

    /** The tokens of {@code text}, rounded up. */
    public static int of(String text) {
        return Math.ceilDiv(quarters(text), QUARTERS);
    }

    /** The quarters of a token that {@code text} comes to. */
    public static int quarters(String text) {
        return text.codePoints().map(Tokens::quarters).sum();
    }

    /**
     * {@code text} when it comes to at most {@code quarters}; else as much of its start as fits with a mark that it was cut,
     * which may be nothing at all.
     */
    public static String cut(String text, int quarters) {
        if (quarters(text) <= quarters) {
            return text;
        }
        int left = quarters - quarters(CUT);
        int end = 0;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            left -= quarters(c);
            if (left < 0) {
                break;
            }
            end += Character.charCount(c);
        }
        String kept = text.substring(0, wordEnd(text, end)).stripTrailing();
        return kept.isEmpty() ? "" : kept + CUT;
    }

    private static int wordEnd(String text, int end) {
        for (int i = end; i > Math.max(0, end - LONGEST_STEP_BACK); i--) {
            if (Character.isWhitespace(text.charAt(i))) {
                return i;
            }
        }
        return end;
    }

    private static int quarters(int c) {
        if (c < 0x80) {
            return Character.isLetter(c) || Character.isWhitespace(c) ? 1 : 2;
        }
        if (c < 0x250) { // Latin with accents, and Latin signs
            return 2;
        }
        return Character.isBmpCodePoint(c) ? QUARTERS : 2 * QUARTERS;
    }
}
