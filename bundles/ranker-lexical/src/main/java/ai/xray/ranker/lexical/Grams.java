package ai.xray.ranker.lexical;

import java.util.Arrays;

/**
 * The n-grams words are found by: a word's pairs and triples of characters, and those at its ends together with a sign for
 * the end. Each is one number.
 */
final class Grams {
    private static final char START = '^';
    private static final char END = '$';
    private static final long PAIR = 1L << 48;

    private Grams() {}

    /** Every gram of a word, each once. */
    static long[] ofWord(String word) {
        String ended = START + word + END;
        long[] grams = new long[2 * word.length()];
        for (int i = 0; i < word.length(); i++) {
            grams[2 * i] = pair(ended, i);
            grams[2 * i + 1] = triple(ended, i);
        }
        return Arrays.stream(grams).distinct().toArray();
    }

    /** Grams that each word with {@code text} of two or more characters in it has. */
    static long[] within(String text) {
        return text.length() == 2 ? new long[] {pair(text, 0)} : triples(text);
    }

    /** Grams that each word beginning with {@code text} has. */
    static long[] beginning(String text) {
        String started = START + text;
        return text.length() == 1 ? new long[] {pair(started, 0)} : triples(started);
    }

    /** Grams that each word ending with {@code text} of two or more characters has. */
    static long[] ending(String text) {
        return triples(text + END);
    }

    private static long[] triples(String text) {
        long[] triples = new long[text.length() - 2];
        for (int i = 0; i < triples.length; i++) {
            triples[i] = triple(text, i);
        }
        return triples;
    }

    private static long pair(String text, int at) {
        return PAIR | (long) text.charAt(at) << 16 | text.charAt(at + 1);
    }

    private static long triple(String text, int at) {
        return (long) text.charAt(at) << 32 | (long) text.charAt(at + 1) << 16 | text.charAt(at + 2);
    }
}
