package ai.xray.memory.internal.merge;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The words of a text by which it is compared.
 *
 * <p>Words are split as UAX #29 has it (rules WB5 to WB13), with one tailoring that it allows: a colon separates, so that
 * {@code key:value} is two words and {@code 10:30} two numbers. Scripts that put no spaces between words, or whose words
 * change with their endings as in Korean, have no cheap word boundaries: their runs give pairs of neighbouring characters.
 */
final class Words {
    private static final int FEWEST_CHARS = 3;
    private static final int PROLONGED_SOUND_MARK = 0x30FC; // of no script in Unicode, though only Japanese writes it
    private static final String INSIDE_WORDS = ".'·";
    private static final String INSIDE_NUMBERS = ".,'٫٬";
    private static final String MINUS_SIGNS = "-−";
    private static final String HAN_NUMERALS = "〇零一二三四五六七八九十百千万萬億亿两兩";
    private static final int HAN_ONE = '一';
    private static final Set<UnicodeScript> UNSPACED = EnumSet.of(
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.HANGUL,
            UnicodeScript.BOPOMOFO,
            UnicodeScript.THAI,
            UnicodeScript.LAO,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR);

    private final String text;
    private final Set<String> tokens = new HashSet<>();
    private final Set<String> numbers = new HashSet<>();
    private boolean negates;

    private Words(String text) {
        this.text = text;
    }

    /** The words of {@code text}. */
    static Words of(String text) {
        Words words = new Words(folded(text));
        words.split();
        return words;
    }

    /** What an overlap is counted in: words of three characters or more, pairs of unspaced scripts, and all numbers. */
    Set<String> tokens() {
        return tokens;
    }

    /** Whatever bears a digit of any script, such as numbers, parts of dates, versions and names with a number. */
    Set<String> numbers() {
        return numbers;
    }

    /** Whether the text denies something. */
    boolean negates() {
        return negates;
    }

    /** NFKC without case, apostrophes of one form. By way of capitals, as only so {@code ß} and {@code SS} become the same. */
    private static String folded(String text) {
        if (text.chars().allMatch(c -> c < 0x80)) {
            return text.toLowerCase(Locale.ROOT);
        }
        String capitals = Normalizer.normalize(withPlainNumerals(text), Normalizer.Form.NFKC)
                .replace('\u2019', '\'')
                .toLowerCase(Locale.ROOT)
                .toUpperCase(Locale.ROOT);
        return Normalizer.normalize(capitals.toLowerCase(Locale.ROOT), Normalizer.Form.NFKC);
    }

    /** NFKC makes letters of numerals such as the Roman Ⅷ, and then nothing tells that they count. */
    private static String withPlainNumerals(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (Character.getType(c) == Character.LETTER_NUMBER && numericValue(c) > 0) {
                plain.append(numericValue(c));
            } else {
                plain.appendCodePoint(c);
            }
        });
        return plain.toString();
    }

    @SuppressWarnings("CharacterGetNumericValue") // it counts letters too, but is asked of numerals only
    private static int numericValue(int numeral) {
        return Character.getNumericValue(numeral);
    }

    private void split() {
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (unspaced(c)) {
                at = takeRun(at);
            } else if (inWord(c)) {
                at = takeWord(at);
            } else {
                at += Character.charCount(c);
            }
        }
    }

    /** Takes the word that starts at {@code start} and answers its end. */
    private int takeWord(int start) {
        int end = start;
        int previous = 0;
        boolean digits = false;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            if (inWord(c) && !unspaced(c)) {
                digits |= numeric(c);
                previous = isMark(c) && previous != 0 ? previous : c;
            } else if (!joins(previous, c, end)) {
                break;
            }
            end += Character.charCount(c);
        }
        String word = text.substring(start, end);
        if (digits) {
            takeNumber(signed(start) ? "-" + plainDigits(word) : plainDigits(word));
        } else {
            negates |= Negation.isNegation(word);
            if (word.codePointCount(0, word.length()) >= FEWEST_CHARS) {
                tokens.add(word);
            }
        }
        return end;
    }

    /** Whether {@code c}, which is of no word, stands inside one: between two letters or between two digits. */
    private boolean joins(int previous, int c, int at) {
        int after = at + Character.charCount(c);
        if (after >= text.length()) {
            return false;
        }
        int next = text.codePointAt(after);
        return (INSIDE_WORDS.indexOf(c) >= 0
                        && Character.isLetter(previous)
                        && Character.isLetter(next)
                        && !unspaced(next))
                || (INSIDE_NUMBERS.indexOf(c) >= 0 && numeric(previous) && numeric(next));
    }

    /** Whether the number at {@code start} has a minus sign, rather than a hyphen after another word. */
    private boolean signed(int start) {
        return start > 0
                && numeric(text.codePointAt(start))
                && MINUS_SIGNS.indexOf(text.charAt(start - 1)) >= 0
                && (start == 1 || Character.isWhitespace(text.charAt(start - 2)) || text.charAt(start - 2) == '(');
    }

    private void takeNumber(String number) {
        numbers.add(number);
        tokens.add(number);
    }

    /** Takes the run of unspaced characters that starts at {@code start} and answers its end. */
    private int takeRun(int start) {
        int end = start;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            if (!unspaced(c) && !isMark(c)) {
                break;
            }
            end += Character.charCount(c);
        }
        String run = text.substring(start, end);
        negates |= Negation.negatesWithin(run);
        int[] characters = run.codePoints().toArray();
        if (characters.length == 1) {
            tokens.add(run); // one character may be all that tells 30秒 from 30分
        }
        for (int i = 1; i < characters.length; i++) {
            tokens.add(new String(characters, i - 1, 2));
        }
        takeHanNumerals(characters);
        return end;
    }

    /** A lone {@code 一} is left out: it is a part of too many words that count nothing. */
    private void takeHanNumerals(int[] characters) {
        int from = 0;
        while (from < characters.length) {
            int to = from;
            while (to < characters.length && HAN_NUMERALS.indexOf(characters[to]) >= 0) {
                to++;
            }
            if (to - from > 1 || (to - from == 1 && characters[from] != HAN_ONE)) {
                numbers.add(new String(characters, from, to - from));
            }
            from = to + 1;
        }
    }

    private static String plainDigits(String number) {
        int[] plain = number.codePoints()
                .map(c -> Character.isDigit(c) ? '0' + Character.digit(c, 10) : c)
                .toArray();
        return new String(plain, 0, plain.length);
    }

    private static boolean unspaced(int c) {
        return c >= 0x0E00 // the first letter of such a script is Thai; spares most texts the look-up
                && (c == PROLONGED_SOUND_MARK
                        || (UNSPACED.contains(UnicodeScript.of(c))
                                && (Character.isLetter(c) || isMark(c) || HAN_NUMERALS.indexOf(c) >= 0)));
    }

    private static boolean inWord(int c) {
        return Character.isLetterOrDigit(c)
                || isMark(c)
                || numeric(c)
                || Character.getType(c) == Character.CONNECTOR_PUNCTUATION;
    }

    private static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.ENCLOSING_MARK;
    }

    private static boolean numeric(int c) {
        int type = Character.getType(c);
        return type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.OTHER_NUMBER
                || (type == Character.LETTER_NUMBER && HAN_NUMERALS.indexOf(c) < 0);
    }

    @Override
    public String toString() {
        return "%s, numbers %s%s"
                .formatted(
                        Arrays.toString(tokens.stream().sorted().toArray()),
                        Arrays.toString(numbers.stream().sorted().toArray()),
                        negates ? ", negates" : "");
    }
}
