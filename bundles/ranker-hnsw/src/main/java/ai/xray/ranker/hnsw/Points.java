package ai.xray.ranker.hnsw;

import ai.xray.ranker.hnsw.Point.Item;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The points of an index by slot, and the search that looks at all of them. Writes are made under a lock of the owner; reads
 * need none. The slot of a point that is gone is given to a later one once it is released.
 */
final class Points<A> {
    private static final int SAMPLE = 512;
    private static final int FIRST_SAMPLE = 64;

    /** Strides of the golden ratio: they come to every part of a range equally often, whatever pattern lies in it. */
    private static final long STRIDE = 0x9E37_79B9_7F4A_7C15L;

    private final Kernel kernel;
    private final SlotArray<Point<A>> points = new SlotArray<>();

    /** Of each point, apart so that a comparison has one step less to it; until released, those of points gone too. */
    private final SlotArray<float[]> vectors = new SlotArray<>();

    private final Map<String, Direction> directions = new HashMap<>();
    private final Map<Direction, Integer> slots = new HashMap<>();
    private final BitSet taken = new BitSet();
    private volatile int end;
    private volatile int size;

    Points(Kernel kernel) {
        this.kernel = kernel;
    }

    SlotArray<float[]> vectors() {
        return vectors;
    }

    /** How many items there are. */
    int size() {
        return size;
    }

    /** How many points there are; to be asked under the lock. */
    int count() {
        return slots.size();
    }

    /** All slots are below it. */
    int end() {
        return end;
    }

    boolean isAlive(int slot) {
        return points.get(slot) != null;
    }

    /** The direction of the item with this id, or null; to be asked under the lock. */
    Direction directionOf(String id) {
        return directions.get(id);
    }

    /**
     * Adds the item, or replaces it at its point. One without direction is at none, for it is near nothing.
     *
     * @return the slot of its point, or -1
     */
    int put(Direction direction, Item<A> item) {
        Integer found = slots.get(direction);
        Point<A> point = found == null ? null : points.get(found);
        directions.put(item.id(), point == null ? direction : point.direction());
        size = directions.size();
        if (direction.isZero()) {
            return -1;
        }
        if (point != null) {
            points.set(found, point.with(item));
            return found;
        }
        int slot = taken.nextClearBit(0);
        taken.set(slot);
        slots.put(direction, slot);
        vectors.set(slot, direction.components());
        points.set(slot, new Point<>(direction, List.of(item)));
        end = taken.length();
        return slot;
    }

    /** Forgets which point the item with this id is at; it stays there until it is {@linkplain #drop dropped}. */
    void forget(String id) {
        directions.remove(id);
        size = directions.size();
    }

    /**
     * Takes an item off the point of this direction.
     *
     * @return the slot of the point if that is gone with it, else -1
     */
    int drop(Direction direction, String id) {
        if (direction.isZero()) {
            return -1;
        }
        int slot = slots.get(direction);
        Point<A> rest = points.get(slot).without(id);
        points.set(slot, rest);
        if (rest != null) {
            return -1;
        }
        slots.remove(direction);
        return slot;
    }

    /** Lets go of the vector of a point that is gone, and of its slot. */
    void release(int slot) {
        vectors.set(slot, null);
        taken.clear(slot);
        end = taken.length();
    }

    /** The cosine of the angle between the two; 0 with what has no direction. */
    double similarity(Direction a, Direction b) {
        return Best.cosine(kernel.dot(a.components(), b.components()));
    }

    /**
     * Offers those of a point that {@code filter} keeps.
     *
     * @param vector what the score was computed with; when the slot has another by now, nothing is offered
     * @return whether it keeps any
     */
    @SuppressWarnings("ReferenceEquality") // the same array, not the same numbers, tells that the slot was not reused
    boolean offer(int slot, float[] vector, float score, Predicate<? super A> filter, Best best) {
        Point<A> point = points.get(slot);
        return point != null && point.direction().components() == vector && point.offer(best, score, filter);
    }

    /** Offers those at {@code slot} if they are near enough. */
    void offer(int slot, float[] query, Predicate<? super A> filter, Best best) {
        float[] vector = vectors.get(slot);
        if (vector != null) {
            float score = kernel.dot(query, vector);
            if (best.admits(score)) {
                offer(slot, vector, score, filter, best);
            }
        }
    }

    /** Offers all that {@code filter} keeps, which is most of them: it is asked only about what is near enough. */
    void offerAll(float[] query, Predicate<? super A> filter, Best best) {
        int bound = end;
        for (int slot = 0; slot < bound; slot++) {
            offer(slot, query, filter, best);
        }
    }

    /** Offers all that {@code filter} keeps, which is few of them: only those are compared. */
    void offerFew(float[] query, Predicate<? super A> filter, Best best) {
        int bound = end;
        for (int slot = 0; slot < bound; slot++) {
            Point<A> point = points.get(slot);
            if (point != null && point.isKept(filter)) {
                float score = kernel.dot(query, point.direction().components());
                if (best.admits(score)) {
                    point.offer(best, score, filter);
                }
            }
        }
    }

    /** About which share of the points {@code filter} keeps, judged by a sample: exact to a few hundredths near a tenth. */
    double shareKept(Predicate<? super A> filter) {
        int bound = end;
        int seen = 0;
        int kept = 0;
        for (int i = 0; i < SAMPLE; i++) {
            int slot = (int) Math.unsignedMultiplyHigh(i * STRIDE, bound);
            Point<A> point = points.get(slot);
            if (point != null) {
                seen++;
                kept += point.isKept(filter) ? 1 : 0;
            }
            if (i == FIRST_SAMPLE && 2 * kept > seen) {
                break; // far from few
            }
        }
        return seen == 0 ? 0 : (double) kept / seen;
    }
}
