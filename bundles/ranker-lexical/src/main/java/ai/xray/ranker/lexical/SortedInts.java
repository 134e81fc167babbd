package ai.xray.ranker.lexical;

import java.util.Arrays;

/** A growing and shrinking set of ints, ascending, in one array. */
class SortedInts {
    private static final int MIN_CAPACITY = 2;

    private int[] values = new int[MIN_CAPACITY];
    private int size;

    final int size() {
        return size;
    }

    final int get(int index) {
        return values[index];
    }

    /** Adds a value that is not there. */
    final void add(int value) {
        int place = size > 0 && values[size - 1] > value ? placeOf(value) : size;
        if (size == values.length) {
            values = Arrays.copyOf(values, size + (size >> 1) + 1);
        }
        System.arraycopy(values, place, values, place + 1, size - place);
        values[place] = value;
        size++;
    }

    /** Removes the first value from {@code least} on, which must be there. */
    final void removeFrom(int least) {
        int place = placeOf(least);
        size--;
        System.arraycopy(values, place + 1, values, place, size - place);
        if (size < values.length / 4 && values.length > MIN_CAPACITY) {
            values = Arrays.copyOf(values, Math.max(MIN_CAPACITY, values.length / 2));
        }
    }

    private int placeOf(int value) {
        int found = Arrays.binarySearch(values, 0, size, value);
        return found < 0 ? -found - 1 : found;
    }
}
