package ai.xray.ranker.lexical;

/** The documents that a filter keeps. */
final class Kept {
    private final long[] slots;
    private final int count;
    private final long length;
    private final boolean isAll;

    /**
     * @param slots a bit for each
     * @param length of all together, in words
     * @param isAll whether the filter keeps every document
     */
    Kept(long[] slots, int count, long length, boolean isAll) {
        this.slots = slots;
        this.count = count;
        this.length = length;
        this.isAll = isAll;
    }

    int count() {
        return count;
    }

    double meanLength() {
        return count == 0 ? 0 : (double) length / count;
    }

    boolean isAll() {
        return isAll;
    }

    boolean contains(int slot) {
        return (slots[slot >>> 6] & 1L << slot) != 0;
    }
}
