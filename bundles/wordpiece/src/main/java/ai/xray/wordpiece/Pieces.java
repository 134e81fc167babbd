package ai.xray.wordpiece;

import java.util.Arrays;

/** Pieces of a text by their place in the vocabulary. Reused from text to text, by one thread at a time. */
public final class Pieces {
    private final int limit;
    private int[] ids;
    private int size;

    /** @param limit how many are taken; later ones are left out */
    public Pieces(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("the limit of pieces is " + limit + ", but must be at least 1");
        }
        this.limit = limit;
        this.ids = new int[Math.min(limit, 64)];
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** The piece at this place, counted from 0. */
    public int get(int place) {
        return ids[place];
    }

    /** A copy of all. */
    public int[] toArray() {
        return Arrays.copyOf(ids, size);
    }

    void clear() {
        size = 0;
    }

    boolean full() {
        return size == limit;
    }

    void add(int id) {
        if (size == limit) {
            return;
        }
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, Math.min(limit, 2 * size));
        }
        ids[size++] = id;
    }

    /** Keeps the first {@code count}. */
    void cut(int count) {
        size = count;
    }
}
