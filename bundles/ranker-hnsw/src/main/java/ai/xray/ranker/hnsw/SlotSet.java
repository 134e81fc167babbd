package ai.xray.ranker.hnsw;

/** Slots below a bound. */
final class SlotSet {
    private final long[] words;

    SlotSet(int bound) {
        words = new long[(bound + Long.SIZE - 1) / Long.SIZE];
    }

    /** Whether {@code slot} was added just now; not if it was there or is beyond the bound. */
    boolean add(int slot) {
        int word = slot >> 6;
        if (word >= words.length) {
            return false;
        }
        long before = words[word];
        words[word] = before | (1L << slot);
        return words[word] != before;
    }

    boolean contains(int slot) {
        int word = slot >> 6;
        return word < words.length && (words[word] & (1L << slot)) != 0;
    }
}
