package ai.xray.ranker.lexical;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Values by small numbers; the number of a removed value is given to a later one, so that numbers stay dense. */
final class Slots<T> {
    private final List<T> values = new ArrayList<>();
    private final BitSet taken = new BitSet();

    /** The number the next value gets. */
    int next() {
        return taken.nextClearBit(0);
    }

    void set(int slot, T value) {
        if (slot == values.size()) {
            values.add(value);
        } else {
            values.set(slot, value);
        }
        taken.set(slot);
    }

    /** The value at {@code slot}, or null. */
    T get(int slot) {
        return values.get(slot);
    }

    void clear(int slot) {
        values.set(slot, null);
        taken.clear(slot);
    }

    /** A bit for each number that is given; a copy. */
    long[] taken() {
        return taken.toLongArray();
    }

    /** All numbers are below this one. */
    int end() {
        return values.size();
    }
}
