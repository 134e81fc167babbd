package ai.xray.ranker.hnsw;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Values by small numbers, growing as needed. One thread writes at a time; any number read beside it, without a lock, and see
 * of each slot a value that it had, completely.
 */
final class SlotArray<T> {
    private static final int FIRST_CAPACITY = 64;

    private volatile AtomicReferenceArray<T> values = new AtomicReferenceArray<>(FIRST_CAPACITY);

    /** The value at {@code slot}, or null. */
    T get(int slot) {
        AtomicReferenceArray<T> now = values;
        return slot < now.length() ? now.getAcquire(slot) : null;
    }

    /** @param value null for none */
    void set(int slot, T value) {
        AtomicReferenceArray<T> now = values;
        if (slot >= now.length()) {
            if (value == null) {
                return;
            }
            now = grown(now, slot);
            values = now;
        }
        now.setRelease(slot, value);
    }

    private static <T> AtomicReferenceArray<T> grown(AtomicReferenceArray<T> old, int slot) {
        int capacity = Math.max(slot + 1, old.length() + old.length() / 2);
        AtomicReferenceArray<T> more = new AtomicReferenceArray<>(capacity);
        for (int i = 0; i < old.length(); i++) {
            more.setPlain(i, old.getPlain(i));
        }
        return more;
    }
}
