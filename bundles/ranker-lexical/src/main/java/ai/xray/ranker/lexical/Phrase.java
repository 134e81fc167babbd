package ai.xray.ranker.lexical;

import java.util.Arrays;
import java.util.BitSet;

/** The words of a query or title in their order, to see whether one is in the other and how much they share. */
final class Phrase {
    private static final int GRAM_CHARS = 3;

    private final String words;

    private Phrase(String words) {
        this.words = words;
    }

    static Phrase of(String text) {
        Builder phrase = new Builder();
        Words.read(text, phrase::add);
        return phrase.build();
    }

    /** Whether {@code other} stands in this phrase, word for word. */
    boolean contains(Phrase other) {
        int start = words.indexOf(other.words);
        while (start >= 0 && !isBetweenWords(start, start + other.words.length())) {
            start = words.indexOf(other.words, start + 1);
        }
        return start >= 0;
    }

    /** The distinct trigrams of this phrase. */
    Grams grams() {
        return new Grams(this);
    }

    /**
     * Dice's coefficient of the trigrams of this phrase and {@code grams}, from 0 to 1. A trigram that this phrase has twice
     * counts twice in its length, once in what is shared.
     */
    double overlap(Grams grams) {
        int all = gramCount() + grams.distinct.length;
        return all == 0 ? 0 : 2.0 * grams.countIn(this) / all;
    }

    @Override
    public String toString() {
        return words;
    }

    private boolean isBetweenWords(int start, int end) {
        return (start == 0 || words.charAt(start - 1) == ' ' || Words.isSpaceless(words.codePointAt(start)))
                && (end == words.length() || words.charAt(end) == ' ' || Words.isSpaceless(words.codePointBefore(end)));
    }

    private int gramCount() {
        return Math.max(0, words.length() - GRAM_CHARS + 1);
    }

    private long gram(int start) {
        return (long) words.charAt(start) << 32 | (long) words.charAt(start + 1) << 16 | words.charAt(start + 2);
    }

    /** A set of trigrams. */
    static final class Grams {
        private final long[] distinct;

        /** A bit for the hash of each: most trigrams of other phrases are told apart by it alone. */
        private final long hashes;

        private Grams(Phrase phrase) {
            long[] grams = new long[phrase.gramCount()];
            long bits = 0;
            for (int i = 0; i < grams.length; i++) {
                grams[i] = phrase.gram(i);
                bits |= hash(grams[i]);
            }
            distinct = Arrays.stream(grams).sorted().distinct().toArray();
            hashes = bits;
        }

        /** How many of these a phrase has. */
        private int countIn(Phrase phrase) {
            BitSet found = new BitSet(distinct.length);
            for (int i = 0; i < phrase.gramCount(); i++) {
                long gram = phrase.gram(i);
                int place = (hashes & hash(gram)) == 0 ? -1 : Arrays.binarySearch(distinct, gram);
                if (place >= 0) {
                    found.set(place);
                }
            }
            return found.cardinality();
        }

        private static long hash(long gram) {
            return 1L << ((gram * 0x9E3779B97F4A7C15L) >>> 58);
        }
    }

    /** Collects a phrase from the words of a text. */
    static final class Builder {
        private final StringBuilder words = new StringBuilder();

        void add(Words.Kind kind, String word) {
            if (kind == Words.Kind.WHOLE) {
                return; // its parts are there already
            }
            if (!words.isEmpty()) {
                words.append(' ');
            }
            words.append(word);
        }

        Phrase build() {
            return new Phrase(words.toString());
        }
    }
}
