package ai.xray.wordpiece;

import java.text.Normalizer;
import java.util.Locale;

/**
 * What becomes of each character before words are looked up: left out, a blank, or some characters of a word. Results of the
 * basic plane are kept as they come up; threads may find one twice, but never a wrong one.
 */
final class Alphabet {
    /** Characters that are left out. */
    static final String NOTHING = "";
    /** Characters that part words. */
    static final String BLANK = " ";

    private static final int REPLACEMENT = 0xFFFD;

    private final boolean lowerCase;
    private final boolean stripAccents;
    private final boolean partIdeographs;
    private final String[] known = new String[Character.MIN_SUPPLEMENTARY_CODE_POINT];

    /**
     * @param lowerCase whether the vocabulary is in lower case
     * @param stripAccents whether it has no accents
     * @param partIdeographs whether every Chinese character is a word
     */
    Alphabet(boolean lowerCase, boolean stripAccents, boolean partIdeographs) {
        this.lowerCase = lowerCase;
        this.stripAccents = stripAccents;
        this.partIdeographs = partIdeographs;
    }

    /** {@link #NOTHING}, {@link #BLANK}, or what stands for this character, with blanks around when it is a word by itself. */
    String written(int codePoint) {
        if (codePoint >= known.length) {
            return find(codePoint);
        }
        String written = known[codePoint];
        if (written == null) {
            written = find(codePoint);
            known[codePoint] = written;
        }
        return written;
    }

    private String find(int codePoint) {
        if (isBlank(codePoint)) {
            return BLANK;
        }
        if (codePoint == 0 || codePoint == REPLACEMENT || isOther(codePoint)) {
            return NOTHING;
        }
        StringBuilder written = new StringBuilder();
        String plain = Character.toString(codePoint);
        if (stripAccents) {
            plain = Normalizer.normalize(plain, Normalizer.Form.NFD);
        }
        boolean alone = partIdeographs && isIdeograph(codePoint);
        plain.codePoints()
                .filter(c -> !stripAccents || Character.getType(c) != Character.NON_SPACING_MARK)
                .forEach(c -> {
                    String letter = Character.toString(c);
                    String cased = lowerCase ? letter.toLowerCase(Locale.ROOT) : letter;
                    written.append(alone || isPunctuation(c) ? BLANK + cased + BLANK : cased);
                });
        return written.toString();
    }

    /** Line ends and tabs are blanks although they are control characters. */
    private static boolean isBlank(int c) {
        return c == '\t' || c == '\n' || c == '\r' || Character.isSpaceChar(c);
    }

    private static boolean isOther(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE, Character.SURROGATE -> true;
            default -> false;
        };
    }

    /** All of ASCII that is neither letter, digit nor blank counts, though Unicode calls some of it symbols. */
    static boolean isPunctuation(int c) {
        if (c < 0x80) {
            return c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c);
        }
        return switch (Character.getType(c)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> false;
        };
    }

    /** The blocks that BERT parts: Chinese characters, also where Japanese uses them, but no kana and no Hangul. */
    private static boolean isIdeograph(int c) {
        return between(c, 0x4E00, 0x9FFF)
                || between(c, 0x3400, 0x4DBF)
                || between(c, 0xF900, 0xFAFF)
                || between(c, 0x20000, 0x2A6DF)
                || between(c, 0x2A700, 0x2B73F)
                || between(c, 0x2B740, 0x2B81F)
                || between(c, 0x2B920, 0x2CEAF)
                || between(c, 0x2F800, 0x2FA1F);
    }

    private static boolean between(int c, int first, int last) {
        return first <= c && c <= last;
    }

    /** For each ASCII character: what it is written as in a word, or 0 when it is no part of one. */
    char[] asciiLetters() {
        char[] letters = new char[0x80];
        for (char c = 0; c < letters.length; c++) {
            String written = written(c);
            letters[c] = written.length() == 1 && !written.equals(BLANK) ? written.charAt(0) : 0;
        }
        return letters;
    }
}
