package ai.xray.ranker.hnsw;

/** A walk through one layer from the best to the better, algorithm 2 of the paper. Of one thread. */
final class Beam {
    /** Looks at each slot that is good enough to be kept when it comes up. */
    interface Visitor {
        /** Whether the slot may be kept; its targets are followed either way. */
        boolean keeps(int slot, float[] vector, float score);
    }

    private final SlotArray<float[]> vectors;
    private final Kernel kernel;
    private int[] nextSlots = new int[64];
    private float[][] nextVectors = new float[64][];
    private long budget = Long.MAX_VALUE;

    Beam(SlotArray<float[]> vectors, Kernel kernel) {
        this.vectors = vectors;
        this.kernel = kernel;
    }

    /** Ends walks early once so many vectors have been compared. */
    void limit(int comparisons) {
        budget = comparisons;
    }

    /** Whether a walk was ended early. */
    boolean isSpent() {
        return budget < 0;
    }

    /** The slot, with its score; less than any score when its vector has just gone. */
    long score(float[] query, int slot) {
        float[] vector = vectors.get(slot);
        return vector == null ? Long.MIN_VALUE | slot : Scored.of(kernel.dot(query, vector), slot);
    }

    /**
     * The best that {@code visitor} keeps, best first.
     *
     * @param starts scored slots to start from
     * @param bound slots from this one on are not looked at
     * @param width how many are kept, at least 1
     */
    long[] walk(Layer layer, float[] query, long[] starts, int bound, int width, Visitor visitor) {
        SlotSet visited = new SlotSet(bound);
        LongHeap kept = new LongHeap(width + 1);
        LongHeap open = new LongHeap(4 * width); // of complements: its least is the best
        for (long start : starts) {
            if (visited.add(Scored.slot(start))) {
                consider(start, vectors.get(Scored.slot(start)), kept, open, width, visitor);
            }
        }
        while (!open.isEmpty() && budget >= 0) {
            long best = ~open.removeLeast();
            if (kept.size() == width && best < kept.least()) {
                break;
            }
            int count = gather(layer.targets(Scored.slot(best)), visited);
            budget -= count;
            for (int i = 0; i < count; i++) {
                long next = Scored.of(kernel.dot(query, nextVectors[i]), nextSlots[i]);
                consider(next, nextVectors[i], kept, open, width, visitor);
            }
        }
        return kept.greatestFirst();
    }

    /** Collects the targets not seen before first, so that their vectors come from memory side by side. */
    private int gather(int[] targets, SlotSet visited) {
        if (targets.length > nextSlots.length) {
            nextSlots = new int[targets.length];
            nextVectors = new float[targets.length][];
        }
        int count = 0;
        for (int target : targets) {
            if (visited.add(target)) {
                float[] vector = vectors.get(target);
                if (vector != null) {
                    nextSlots[count] = target;
                    nextVectors[count++] = vector;
                }
            }
        }
        return count;
    }

    private static void consider(
            long scored, float[] vector, LongHeap kept, LongHeap open, int width, Visitor visitor) {
        boolean isFull = kept.size() == width;
        if (isFull && scored < kept.least()) {
            return;
        }
        open.add(~scored);
        if (vector != null && visitor.keeps(Scored.slot(scored), vector, Scored.score(scored))) {
            if (isFull) {
                kept.replaceLeast(scored);
            } else {
                kept.add(scored);
            }
        }
    }
}
