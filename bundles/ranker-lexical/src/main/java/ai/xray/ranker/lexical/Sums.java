package ai.xray.ranker.lexical;

import java.util.Arrays;

/**
 * What has been summed up of documents' scores so far, and which tokens they were found to match. Used again for query after
 * query.
 */
final class Sums {
    /** Tokens from this one on share a bit. */
    static final int MAX_TOKENS = 62;

    private static final long SETTLED = 1L << 63;

    private double[] sums = {};
    private long[] tokens = {};
    private int[] touched = {};
    private int count;

    /** Makes room for slots below {@code end}. */
    void ensureSlots(int end) {
        if (sums.length < end) {
            int capacity = end + (end >> 2);
            sums = new double[capacity];
            tokens = new long[capacity];
            touched = new int[capacity];
        }
    }

    /** The bit that stands for a token. */
    static long bit(int token) {
        return 1L << Math.min(token, MAX_TOKENS);
    }

    void add(int slot, long tokenBit, double part) {
        touch(slot);
        tokens[slot] |= tokenBit;
        sums[slot] += part;
    }

    /** Takes the document out: its score is known, or it cannot be among the best. */
    void settle(int slot) {
        touch(slot);
        tokens[slot] |= SETTLED;
        sums[slot] = Double.NEGATIVE_INFINITY;
    }

    private void touch(int slot) {
        if (tokens[slot] == 0) {
            touched[count++] = slot;
        }
    }

    /** How many documents there is something of. */
    int count() {
        return count;
    }

    /** The slot of the document with this number from 0 to {@link #count}. */
    int slot(int number) {
        return touched[number];
    }

    /** No number if the document is settled. */
    double sum(int slot) {
        return sums[slot];
    }

    boolean isSettled(int slot) {
        return tokens[slot] < 0;
    }

    /** A bit for each token it matches. */
    long tokens(int slot) {
        return tokens[slot];
    }

    void clear() {
        for (int i = 0; i < count; i++) {
            sums[touched[i]] = 0;
            tokens[touched[i]] = 0;
        }
        count = 0;
    }

    /** The slots of the {@code most} greatest sums of what is not settled, in no order. */
    int[] greatest(int most) {
        int[] heap = new int[Math.min(most, count)];
        int size = 0;
        for (int i = 0; i < count; i++) {
            int slot = touched[i];
            if (isSettled(slot)) {
                continue;
            }
            if (size < heap.length) {
                heap[size] = slot;
                up(heap, size++);
            } else if (sums[slot] > sums[heap[0]]) {
                heap[0] = slot;
                down(heap);
            }
        }
        return size < heap.length ? Arrays.copyOf(heap, size) : heap;
    }

    private void up(int[] heap, int from) {
        int at = from;
        int slot = heap[at];
        while (at > 0 && sums[slot] < sums[heap[(at - 1) / 2]]) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = slot;
    }

    private void down(int[] heap) {
        int at = 0;
        int slot = heap[0];
        while (true) {
            int child = 2 * at + 1;
            if (child + 1 < heap.length && sums[heap[child + 1]] < sums[heap[child]]) {
                child++;
            }
            if (child >= heap.length || sums[heap[child]] >= sums[slot]) {
                heap[at] = slot;
                return;
            }
            heap[at] = heap[child];
            at = child;
        }
    }
}
