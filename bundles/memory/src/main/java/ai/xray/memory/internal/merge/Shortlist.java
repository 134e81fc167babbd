package ai.xray.memory.internal.merge;

import java.util.stream.IntStream;

/**
 * Finds the few slots whose texts share enough words with a text to restate it; none that does is missed. Not thread-safe,
 * but reads may run beside each other.
 *
 * <p>Counts for every slot the words it shares with the text, from the postings of all its words (ScanCount of Li, Lu and Lu,
 * Efficient Merging and Filtering Algorithms for Approximate String Searches, 2008). The prefix filter of Bayardo, Ma and
 * Srikant (2007) would spare the postings of the most frequent words, but a Jaccard index of 0.3 is so little that it leaves
 * thousands of texts to compare: measured with {@code MergeCheckBenchmark}, it took 1.4 times as long in the median and five
 * times in the slowest hundredth.
 */
final class Shortlist {
    private final Postings words = new Postings();

    void add(int slot, Fingerprint print) {
        for (int token : print.tokens()) {
            words.add(token, slot);
        }
    }

    void remove(int slot, Fingerprint print) {
        for (int token : print.tokens()) {
            words.remove(token, slot);
        }
    }

    /** The slots to compare with {@code asked}, among {@code entries} of which some may be null. */
    IntStream candidates(Fingerprint asked, Entry[] entries) {
        int[] shared = new int[entries.length];
        for (int token : asked.tokens()) {
            words.visit(token, slot -> shared[slot]++);
        }
        return IntStream.range(0, shared.length)
                .filter(slot -> shared[slot] > 0
                        && entries[slot].print().agrees(asked)
                        && shared[slot]
                                >= leastShared(
                                        asked.size(), entries[slot].print().size()));
    }

    /** The fewest words that texts of so many words share when they restate each other, however few they are. */
    private static int leastShared(int some, int others) {
        int byJaccard = (3 * (some + others) + 12) / 13; // s / (a + b - s) ≥ 3/10, rounded up
        int byContainment = (9 * Math.min(some, others) + 9) / 10;
        return Math.min(byJaccard, byContainment);
    }

    /** What is held in a slot. */
    record Entry(String id, Fingerprint print) {}
}
