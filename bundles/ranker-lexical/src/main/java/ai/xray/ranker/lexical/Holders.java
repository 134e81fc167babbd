package ai.xray.ranker.lexical;

/** Documents that hold a word, by slot, and how often each does. */
class Holders extends SortedInts {
    private static final int TIMES_BITS = 3;
    private static final int TIMES = (1 << TIMES_BITS) - 1;

    private int mostTimes;
    private int leastLength = Integer.MAX_VALUE;

    final int slot(int holder) {
        return get(holder) >>> TIMES_BITS;
    }

    final int times(int holder) {
        return get(holder) & TIMES;
    }

    /** No holder saturates more; one that was removed since may have. */
    final double mostSaturated(Saturation saturation) {
        return saturation.of(mostTimes, leastLength);
    }

    final void addHolder(int slot, int times, int length) {
        add(slot << TIMES_BITS | times);
        mostTimes = Math.max(mostTimes, times);
        leastLength = Math.min(leastLength, length);
    }

    final void removeHolder(int slot) {
        removeFrom(slot << TIMES_BITS);
    }
}
