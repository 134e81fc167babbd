package ai.xray.ranker.hnsw;

import java.util.Arrays;
import java.util.BitSet;

/** Slots that wait for the graph to be brought in line with them, each once, first come first served. */
final class Backlog {
    /** Those waiting at one time. Slots are added behind it and never changed within. */
    static final class Window {
        private final int[] slots;
        private final int from;
        private final int to;

        private Window(int[] slots, int from, int to) {
            this.slots = slots;
            this.from = from;
            this.to = to;
        }

        int size() {
            return to - from;
        }

        int get(int index) {
            return slots[from + index];
        }

        private Window with(int slot) {
            if (to < slots.length) {
                slots[to] = slot;
                return new Window(slots, from, to + 1);
            }
            int[] more = Arrays.copyOf(Arrays.copyOfRange(slots, from, to), Math.max(64, 2 * size()));
            more[size()] = slot;
            return new Window(more, 0, size() + 1);
        }

        private Window withoutFirst() {
            return new Window(slots, from + 1, to);
        }
    }

    private final BitSet waiting = new BitSet();
    private volatile Window window = new Window(new int[0], 0, 0);

    /** May be called without the lock under which the others are. */
    Window window() {
        return window;
    }

    void add(int slot) {
        if (!waiting.get(slot)) {
            waiting.set(slot);
            window = window.with(slot);
        }
    }

    void removeFirst() {
        waiting.clear(window.get(0));
        window = window.withoutFirst();
    }
}
