package ai.xray.memory.internal.merge;

import ai.xray.memory.MemoryCell;
import java.util.Arrays;
import java.util.Collection;

/**
 * What is kept of a text to tell whether another restates it: hashes of its words, of its numbers, and whether it negates.
 * Immutable. Takes four bytes a distinct word.
 *
 * <p>Words are hashed to 32 bits. In two texts of 100 words each a pair of different words counts as one by chance in 2 of a
 * million comparisons, and one pair seldom decides. Numbers do decide, hence all of them together have a hash of 64 bits.
 */
public final class Fingerprint {
    /** Texts with fewer words than this share many of them by chance. */
    private static final int FEWEST_TO_OVERLAP = 8;

    private final int[] tokens;
    private final long numbers;
    private final boolean negates;

    private Fingerprint(int[] tokens, long numbers, boolean negates) {
        this.tokens = tokens;
        this.numbers = numbers;
        this.negates = negates;
    }

    /** Of a cell's title and content. */
    public static Fingerprint of(MemoryCell cell) {
        return of(cell.title() + "\n" + cell.content());
    }

    static Fingerprint of(String text) {
        Words words = Words.of(text);
        int[] tokens = words.tokens().stream()
                .mapToInt(token -> Long.hashCode(hash(token)))
                .sorted()
                .distinct()
                .toArray();
        return new Fingerprint(tokens, together(words.numbers()), words.negates());
    }

    /** Whether the two texts say the same, as far as words can tell; the order of the two does not matter. */
    public boolean restates(Fingerprint other) {
        return likeness(other) > 0;
    }

    /**
     * The Jaccard index of the two texts' words, above 0 and at most 1, when they restate each other, and 0 when they do
     * not. They do when they share 3 of 10 of all their words, or 9 of 10 of the words of the one that has fewer; when
     * either has fewer than {@value #FEWEST_TO_OVERLAP} words, 8 of 10 of all. They never do when their numbers are not
     * the same, or exactly one of them negates, or one has no words at all.
     */
    public double likeness(Fingerprint other) {
        if (numbers != other.numbers || negates != other.negates || tokens.length == 0 || other.tokens.length == 0) {
            return 0;
        }
        int smaller = Math.min(tokens.length, other.tokens.length);
        int shared = shared(tokens, other.tokens);
        int all = tokens.length + other.tokens.length - shared;
        boolean enough = smaller < FEWEST_TO_OVERLAP
                ? 10L * shared >= 8L * all
                : 10L * shared >= 3L * all || 10L * shared >= 9L * smaller;
        return enough ? (double) shared / all : 0;
    }

    int size() {
        return tokens.length;
    }

    /** The hashes of the words, ascending. */
    int[] tokens() {
        return tokens;
    }

    /** Whether the two can restate each other at all, whatever words they share. */
    boolean agrees(Fingerprint other) {
        return numbers == other.numbers && negates == other.negates;
    }

    private static int shared(int[] some, int[] others) {
        int shared = 0;
        int i = 0;
        int j = 0;
        while (i < some.length && j < others.length) {
            int order = Integer.compare(some[i], others[j]);
            shared += order == 0 ? 1 : 0;
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return shared;
    }

    private static long together(Collection<String> numbers) {
        long[] hashes = numbers.stream().mapToLong(Fingerprint::hash).sorted().toArray();
        long together = hashes.length;
        for (long hash : hashes) {
            together = mixed(together ^ hash);
        }
        return together;
    }

    /** FNV-1a over the characters, mixed so that either half can be used alone. */
    private static long hash(String word) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < word.length(); i++) {
            hash = (hash ^ word.charAt(i)) * 0x100000001b3L;
        }
        return mixed(hash);
    }

    /** The finalizer of SplitMix64. */
    private static long mixed(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint print && agrees(print) && Arrays.equals(tokens, print.tokens);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(tokens) + Long.hashCode(numbers);
    }
}
