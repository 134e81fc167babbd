package ai.xray.memory.internal;

import ai.xray.memory.internal.rule.Texts;
import java.text.BreakIterator;
import java.util.Locale;
import java.util.Optional;

/**
 * What is searched for.
 *
 * @param text at most {@value #MAX_CHARS} characters
 * @param note what was done to the caller's words, where something was
 */
record Query(String text, Optional<String> note) {
    static final int MAX_CHARS = 2000;

    /** The query of these words; those beyond the most that is used are left out. */
    static Query of(String words) {
        Texts.characters("query", words);
        if (words.length() <= MAX_CHARS) {
            return new Query(words, Optional.empty());
        }
        return new Query(
                words.substring(0, lastBreak(words)),
                Optional.of("the query was cut at a word to its first %d characters".formatted(MAX_CHARS)));
    }

    /** The last end of a word within the bound, in scripts without spaces too; inside a longer word that of a character. */
    private static int lastBreak(String words) {
        BreakIterator breaks = BreakIterator.getWordInstance(Locale.ROOT);
        breaks.setText(words.substring(0, Math.min(words.length(), 2 * MAX_CHARS)));
        int end = breaks.isBoundary(MAX_CHARS) ? MAX_CHARS : breaks.preceding(MAX_CHARS);
        if (end > 0) {
            return end;
        }
        return Character.isLowSurrogate(words.charAt(MAX_CHARS)) ? MAX_CHARS - 1 : MAX_CHARS;
    }
}
