package ai.xray.ranker.hnsw;

import java.util.Arrays;

/**
 * One level of the graph: which slots each slot leads to, and from which it is led to. The second is what makes it possible to
 * take a slot out for good. One thread writes; others follow targets beside it.
 */
final class Layer {
    private static final int[] NONE = {};

    /** Arrays are replaced, never written to, so that they can be read without a lock. */
    private final SlotArray<int[]> targets = new SlotArray<>();

    /** Of the writer alone. */
    private int[][] sources = new int[64][];

    private int size;

    /** How many slots are on this level; for the writer. */
    int size() {
        return size;
    }

    boolean contains(int slot) {
        return targets.get(slot) != null;
    }

    /** Where {@code slot} leads to; nowhere when it is not on this level. Not to be written to. */
    int[] targets(int slot) {
        int[] found = targets.get(slot);
        return found == null ? NONE : found;
    }

    /** What leads to {@code slot}. Not to be written to. */
    int[] sources(int slot) {
        return slot < sources.length && sources[slot] != null ? sources[slot] : NONE;
    }

    /** Puts {@code slot} on this level if it is not, and makes it lead to {@code next}. */
    void lead(int slot, int[] next) {
        if (!contains(slot)) {
            size++;
        }
        int[] before = targets(slot);
        targets.set(slot, next);
        for (int target : next) {
            if (!holds(before, target)) {
                setSources(target, with(sources(target), slot));
            }
        }
        for (int target : before) {
            if (!holds(next, target)) {
                setSources(target, without(sources(target), slot));
            }
        }
    }

    /** Takes {@code slot}, which nothing leads to any more, off this level. */
    void remove(int slot) {
        lead(slot, NONE);
        targets.set(slot, null);
        setSources(slot, null);
        size--;
    }

    private void setSources(int slot, int[] from) {
        if (slot >= sources.length) {
            if (from == null) {
                return;
            }
            sources = Arrays.copyOf(sources, Math.max(slot + 1, sources.length + sources.length / 2));
        }
        sources[slot] = from;
    }

    static boolean holds(int[] slots, int slot) {
        for (int each : slots) {
            if (each == slot) {
                return true;
            }
        }
        return false;
    }

    static int[] with(int[] slots, int slot) {
        int[] more = Arrays.copyOf(slots, slots.length + 1);
        more[slots.length] = slot;
        return more;
    }

    static int[] without(int[] slots, int slot) {
        int[] less = new int[slots.length];
        int size = 0;
        for (int each : slots) {
            if (each != slot) {
                less[size++] = each;
            }
        }
        return Arrays.copyOf(less, size);
    }
}
