package ai.xray.ranker.hnsw;

import java.util.Arrays;

/** Numbers of which the least is at hand. */
final class LongHeap {
    private long[] numbers;
    private int size;

    LongHeap(int capacity) {
        numbers = new long[Math.max(1, capacity)];
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    long least() {
        return numbers[0];
    }

    void clear() {
        size = 0;
    }

    void add(long number) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * size);
        }
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (numbers[parent] <= number) {
                break;
            }
            numbers[at] = numbers[parent];
            at = parent;
        }
        numbers[at] = number;
    }

    long removeLeast() {
        long least = numbers[0];
        size--;
        if (size > 0) {
            sink(numbers[size]);
        }
        return least;
    }

    /** The same as removing the least and adding {@code number}, in one go. */
    void replaceLeast(long number) {
        sink(number);
    }

    private void sink(long number) {
        int at = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && numbers[child + 1] < numbers[child]) {
                child++;
            }
            if (number <= numbers[child]) {
                break;
            }
            numbers[at] = numbers[child];
            at = child;
            child = 2 * at + 1;
        }
        numbers[at] = number;
    }

    /** All of them, greatest first. */
    long[] greatestFirst() {
        long[] all = Arrays.copyOf(numbers, size);
        Arrays.sort(all);
        for (int low = 0, high = size - 1; low < high; low++, high--) {
            long swapped = all[low];
            all[low] = all[high];
            all[high] = swapped;
        }
        return all;
    }
}
