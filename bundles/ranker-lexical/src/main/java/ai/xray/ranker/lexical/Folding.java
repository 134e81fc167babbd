package ai.xray.ranker.lexical;

import java.text.Normalizer;
import java.util.Locale;

/** What is the same for a reader made the same for a comparison. */
final class Folding {
    private static final int COMBINING_GRAPHEME_JOINER = 0x034F;
    private static final int FIRST_VARIATION_SELECTOR = 0xFE00;
    private static final int LAST_VARIATION_SELECTOR = 0xFE0F;
    private static final int FIRST_VARIATION_SELECTOR_SUPPLEMENT = 0xE0100;
    private static final int LAST_VARIATION_SELECTOR_SUPPLEMENT = 0xE01EF;
    private static final int KANA_VOICED_MARK = 0x3099;
    private static final int KANA_SEMI_VOICED_MARK = 0x309A;

    private Folding() {}

    /** The text in NFKC without characters that only steer its display, such as soft hyphens and joiners. */
    static String normalized(String text) {
        if (isAscii(text)) {
            return text;
        }
        String composed = Normalizer.normalize(text, Normalizer.Form.NFKC);
        if (composed.codePoints().noneMatch(Folding::isInvisible)) {
            return composed;
        }
        // Normalised again: what an invisible character kept apart may compose now.
        return Normalizer.normalize(
                composed.codePoints()
                        .filter(c -> !isInvisible(c))
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append),
                Normalizer.Form.NFKC);
    }

    /** A word of a normalised text without case and accents. */
    static String folded(String word) {
        if (isAscii(word)) {
            return word.toLowerCase(Locale.ROOT);
        }
        // By way of capitals: only so do ß and SS, and the two small sigmas, become the same; small first for capital
        // ẞ.
        String capitals = word.toLowerCase(Locale.ROOT).toUpperCase(Locale.ROOT);
        String decomposed = Normalizer.normalize(capitals, Normalizer.Form.NFD);
        StringBuilder folded = new StringBuilder(decomposed.length());
        decomposed
                .codePoints()
                .filter(c -> !isAccent(c))
                .map(Character::toLowerCase)
                .forEach(c -> appendPlain(c, folded));
        return Normalizer.normalize(folded, Normalizer.Form.NFKC);
    }

    /** Letters with a stroke, and ligatures, have no decomposition in Unicode, but are typed plain all the same. */
    private static void appendPlain(int c, StringBuilder to) {
        switch (c) {
            case 'ø' -> to.append('o');
            case 'ł' -> to.append('l');
            case 'đ', 'ð' -> to.append('d');
            case 'ħ' -> to.append('h');
            case 'æ' -> to.append("ae");
            case 'œ' -> to.append("oe");
            case 'þ' -> to.append("th");
            default -> to.appendCodePoint(c);
        }
    }

    /** Marks that a reader may leave out. Marks of most scripts are vowels and stay; so do those that voice a kana. */
    private static boolean isAccent(int c) {
        if (Character.getType(c) != Character.NON_SPACING_MARK || c == KANA_VOICED_MARK || c == KANA_SEMI_VOICED_MARK) {
            return false;
        }
        return switch (Character.UnicodeScript.of(c)) {
            case INHERITED, HEBREW, ARABIC -> true;
            default -> false;
        };
    }

    private static boolean isInvisible(int c) {
        return Character.getType(c) == Character.FORMAT
                || c == COMBINING_GRAPHEME_JOINER
                || (c >= FIRST_VARIATION_SELECTOR && c <= LAST_VARIATION_SELECTOR)
                || (c >= FIRST_VARIATION_SELECTOR_SUPPLEMENT && c <= LAST_VARIATION_SELECTOR_SUPPLEMENT);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
