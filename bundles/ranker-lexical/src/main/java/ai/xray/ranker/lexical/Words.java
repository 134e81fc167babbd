package ai.xray.ranker.lexical;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads the words of a text, in its order.
 *
 * <p>Words end where Unicode's default word boundaries (UAX #29) are, seen from one character to the next rather than by a
 * table-driven iterator, which is several times slower. On top of those rules, {@code _ - . /} between two letters or digits
 * join an identifier, whose parts also end where its case says so.
 */
final class Words {
    /** The longest word, in characters. A longer one, such as an encoded picture, is cut every so many characters. */
    static final int MAX_CHARS = 64;

    /** A single letter is no part of a name: OAuth, iPhone and X-axis words stay as they are. */
    private static final int MIN_PART_CHARS = 2;

    private static final int FIRST_SPACELESS = 0x0E00;

    /** What a word is. */
    enum Kind {
        /** A word, or part of an identifier. */
        PART,
        /** An identifier without its separators, after its parts. */
        WHOLE,
        /** Text of a script without spaces. */
        RUN
    }

    /** Takes the words. */
    interface Reader {
        void word(Kind kind, String word);
    }

    private final String text;
    private final Reader reader;
    private int at;

    private Words(String text, Reader reader) {
        this.text = text;
        this.reader = reader;
    }

    /** Hands every word of {@code text} to {@code reader}, folded. */
    static void read(String text, Reader reader) {
        new Words(Folding.normalized(text), reader).read();
    }

    /** The overlapping pairs of characters of a run; a run of one character is itself. */
    static void pairs(String run, Consumer<String> pairs) {
        int second = run.offsetByCodePoints(0, 1);
        if (second == run.length()) {
            pairs.accept(run);
            return;
        }
        int first = 0;
        while (second < run.length()) {
            int end = run.offsetByCodePoints(second, 1);
            pairs.accept(run.substring(first, end));
            first = second;
            second = end;
        }
    }

    /** Whether the character belongs to a script that puts no space between words. */
    static boolean isSpaceless(int c) {
        if (c < FIRST_SPACELESS) {
            return false;
        }
        if (c == 'ー') {
            return true; // lengthens a vowel of either kana, and so is of no script by itself
        }
        return switch (Character.UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, BOPOMOFO, HANGUL, THAI, LAO, KHMER, MYANMAR -> isWordCharacter(c);
            default -> false;
        };
    }

    private void read() {
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (isSpaceless(c)) {
                run();
            } else if (Character.isLetterOrDigit(c)) {
                identifier();
            } else {
                at += Character.charCount(c);
            }
        }
    }

    private void run() {
        int start = at;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (!isSpaceless(c) && !isMark(c)) {
                break;
            }
            at += Character.charCount(c);
        }
        reader.word(Kind.RUN, text.substring(start, at));
    }

    private void identifier() {
        StringBuilder whole = new StringBuilder();
        int segments = 0;
        boolean more = true;
        while (more) {
            int start = at;
            segmentEnd();
            whole.append(segment(withoutApostrophes(text.substring(start, at))));
            segments++;
            more = at < text.length() && isJoiner(text.charAt(at)) && isLetterOrDigitAt(at + 1);
            if (more) {
                at++;
            }
        }
        if (segments > 1 && whole.length() <= MAX_CHARS) {
            reader.word(Kind.WHOLE, whole.toString());
        }
    }

    /** Moves to the end of the letters and digits from here, over an apostrophe between letters and a point in a number. */
    private void segmentEnd() {
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if ((isApostrophe(c) && isLetterOrDigitAt(at + 1)) || ((c == '.' || c == ',') && isInNumber())) {
                at++;
            } else if (isWordCharacter(c) && !isSpaceless(c)) {
                at += Character.charCount(c);
            } else {
                return;
            }
        }
    }

    private boolean isInNumber() {
        return at + 1 < text.length()
                && Character.isDigit(text.charAt(at - 1))
                && Character.isDigit(text.charAt(at + 1));
    }

    /** Reads what stands between two separators, and answers it in whole. */
    private String segment(String segment) {
        if (segment.length() > MAX_CHARS) {
            for (int from = 0; from < segment.length(); from += MAX_CHARS) {
                part(segment.substring(from, Math.min(from + MAX_CHARS, segment.length())));
            }
            return segment;
        }
        List<Integer> starts = partStarts(segment);
        for (int i = 0; i < starts.size(); i++) {
            part(segment.substring(starts.get(i), i + 1 < starts.size() ? starts.get(i + 1) : segment.length()));
        }
        String whole = Folding.folded(segment);
        if (starts.size() > 1) {
            reader.word(Kind.WHOLE, whole);
        }
        return whole;
    }

    private void part(String part) {
        String folded = Folding.folded(part);
        if (!folded.isEmpty()) { // a piece of a longer word may be nothing but accents
            reader.word(Kind.PART, folded);
        }
    }

    /** Where the parts of a camelCase name begin: a capital after a small letter or digit, or before a small letter. */
    private static List<Integer> partStarts(String segment) {
        List<Integer> starts = new ArrayList<>(List.of(0));
        for (int i = MIN_PART_CHARS; i <= segment.length() - MIN_PART_CHARS; i++) {
            char before = segment.charAt(i - 1);
            boolean begins = Character.isUpperCase(segment.charAt(i))
                    && (!Character.isUpperCase(before) || Character.isLowerCase(segment.charAt(i + 1)));
            if (begins && i - starts.getLast() >= MIN_PART_CHARS) {
                starts.add(i);
            }
        }
        return starts;
    }

    /** Melanie's is Melanie, don't is dont, l'été is lété. */
    private static String withoutApostrophes(String segment) {
        int first = 0;
        while (first < segment.length() && !isApostrophe(segment.charAt(first))) {
            first++;
        }
        if (first == segment.length()) {
            return segment;
        }
        int end = segment.length();
        if (end > 2 && isApostrophe(segment.charAt(end - 2)) && (segment.charAt(end - 1) | 0x20) == 's') {
            end -= 2;
        }
        return segment.substring(0, end).replace("'", "").replace("’", "");
    }

    private boolean isLetterOrDigitAt(int index) {
        if (index >= text.length()) {
            return false;
        }
        int c = text.codePointAt(index);
        return Character.isLetterOrDigit(c) && !isSpaceless(c);
    }

    private static boolean isJoiner(char c) {
        return c == '_' || c == '-' || c == '.' || c == '/';
    }

    private static boolean isApostrophe(int c) {
        return c == '\'' || c == '’';
    }

    private static boolean isWordCharacter(int c) {
        return Character.isLetterOrDigit(c) || isMark(c) || Character.getType(c) == Character.LETTER_NUMBER;
    }

    private static boolean isMark(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> false;
        };
    }
}
