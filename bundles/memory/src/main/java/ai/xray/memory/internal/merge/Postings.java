package ai.xray.memory.internal.merge;

import java.util.Arrays;

/**
 * Which slots hold a token, for every token. An open-addressed table of tokens, each with the array of its slots in no
 * order. Not thread-safe.
 */
final class Postings {
    private static final int[] NONE = {};
    private static final int FIRST_CAPACITY = 64;

    private int[] keys = new int[FIRST_CAPACITY];
    private int[][] slots = new int[FIRST_CAPACITY][]; // null where there is no key
    private int[] counts = new int[FIRST_CAPACITY];
    private int used;

    /** What is done with each slot. */
    interface Visitor {
        void visit(int slot);
    }

    void add(int token, int slot) {
        if (4 * (used + 1) > 3 * keys.length) {
            grow();
        }
        int at = find(token);
        if (slots[at] == null) {
            keys[at] = token;
            slots[at] = NONE;
            counts[at] = 0;
            used++;
        }
        if (counts[at] == slots[at].length) {
            slots[at] = Arrays.copyOf(slots[at], counts[at] < 4 ? counts[at] + 1 : counts[at] + counts[at] / 2);
        }
        slots[at][counts[at]++] = slot;
    }

    void remove(int token, int slot) {
        int at = find(token);
        if (slots[at] == null) {
            return;
        }
        int[] holders = slots[at];
        for (int i = 0; i < counts[at]; i++) {
            if (holders[i] == slot) {
                holders[i] = holders[--counts[at]];
                break;
            }
        }
        if (counts[at] == 0) {
            vacate(at);
        }
    }

    void visit(int token, Visitor visitor) {
        int at = find(token);
        if (slots[at] != null) {
            for (int i = 0; i < counts[at]; i++) {
                visitor.visit(slots[at][i]);
            }
        }
    }

    /** The place of {@code token}, or the vacant one where it would be. */
    private int find(int token) {
        int at = home(token);
        while (slots[at] != null && keys[at] != token) {
            at = (at + 1) & (keys.length - 1);
        }
        return at;
    }

    private int home(int token) {
        return token & (keys.length - 1); // tokens are hashes already
    }

    /** Closes the gap at {@code gap}, so that no search ends there before its token (Knuth, volume 3, algorithm 6.4R). */
    private void vacate(int gap) {
        used--;
        int mask = keys.length - 1;
        int hole = gap;
        slots[hole] = null;
        for (int at = (hole + 1) & mask; slots[at] != null; at = (at + 1) & mask) {
            int home = home(keys[at]);
            boolean reachable = ((at - home) & mask) < ((at - hole) & mask);
            if (!reachable) {
                keys[hole] = keys[at];
                slots[hole] = slots[at];
                counts[hole] = counts[at];
                slots[at] = null;
                hole = at;
            }
        }
    }

    private void grow() {
        int[] oldKeys = keys;
        int[][] oldSlots = slots;
        int[] oldCounts = counts;
        keys = new int[2 * oldKeys.length];
        slots = new int[keys.length][];
        counts = new int[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldSlots[i] != null) {
                int at = find(oldKeys[i]);
                keys[at] = oldKeys[i];
                slots[at] = oldSlots[i];
                counts[at] = oldCounts[i];
            }
        }
    }
}
