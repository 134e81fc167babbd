package ai.xray.ranker.lexical;

import java.util.Arrays;

/**
 * The n-grams words are found by: a word's characters, its pairs and triples of them, and those at its ends together with a
 * sign for the end. Each is one number, spread over all its bits: the hash of a {@code Long} folds it twice, and the characters
 * of a triple, each in bits of its own, would cancel each other out.
 */
final class Grams {
    /** The most characters a gram stands for. */
    static final int MAX_CHARS = 3;

    private static final char START = '^';
    private static final char END = '$';
    private static final long PAIR = 1L << 48;
    private static final long SPREAD = 0x9E3779B97F4A7C15L; // odd, so that no two numbers become one

    private Grams() {}

    /** Every gram of a word, each once. */
    static long[] ofWord(String word) {
        String ended = START + word + END;
        long[] grams = new long[3 * word.length()];
        for (int i = 0; i < word.length(); i++) {
            grams[3 * i] = single(word, i);
            grams[3 * i + 1] = pair(ended, i);
            grams[3 * i + 2] = triple(ended, i);
        }
        return Arrays.stream(grams).distinct().toArray();
    }

    /** Grams that each word with {@code text} in it has. */
    static long[] within(String text) {
        return switch (text.length()) {
            case 1 -> new long[] {single(text, 0)};
            case 2 -> new long[] {pair(text, 0)};
            default -> triples(text);
        };
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

    private static long single(String text, int at) {
        return SPREAD * text.charAt(at);
    }

    private static long pair(String text, int at) {
        return SPREAD * (PAIR | (long) text.charAt(at) << 16 | text.charAt(at + 1));
    }

    private static long triple(String text, int at) {
        return SPREAD * ((long) text.charAt(at) << 32 | (long) text.charAt(at + 1) << 16 | text.charAt(at + 2));
    }
}
