package ai.xray.ranker.hnsw;

import java.util.Arrays;

/**
 * Picks the targets of a slot, algorithm 4 of the paper: the nearest, but first those that lie nearer to the slot than to any
 * already picked, so that links go in all directions and out of dense places; the others are kept where there is room left.
 */
final class Neighbours {
    private final SlotArray<float[]> vectors;
    private final Kernel kernel;

    Neighbours(SlotArray<float[]> vectors, Kernel kernel) {
        this.vectors = vectors;
        this.kernel = kernel;
    }

    /** At most {@code most} of {@code candidates}, which are scored against the slot and come best first. */
    int[] pick(long[] candidates, int most) {
        int[] picked = new int[Math.min(most, candidates.length)];
        float[][] pickedVectors = new float[picked.length][];
        int[] others = new int[candidates.length];
        int count = 0;
        int passedOver = 0;
        for (int i = 0; i < candidates.length && count < most; i++) {
            int slot = Scored.slot(candidates[i]);
            float[] vector = vectors.get(slot);
            if (isApart(vector, Scored.score(candidates[i]), pickedVectors, count)) {
                picked[count] = slot;
                pickedVectors[count++] = vector;
            } else {
                others[passedOver++] = slot;
            }
        }
        // All candidates were looked at if there is room left, so there are as many others as that.
        System.arraycopy(others, 0, picked, count, picked.length - count);
        return picked;
    }

    private boolean isApart(float[] vector, float score, float[][] picked, int count) {
        for (int i = 0; i < count; i++) {
            if (kernel.dot(vector, picked[i]) > score) {
                return false;
            }
        }
        return true;
    }

    /**
     * At most {@code most} of {@code candidates} as targets of {@code slot}. One that nothing else leads to is picked as long as
     * there is room for it: it could not be found otherwise.
     */
    int[] pick(Layer layer, int slot, int[] candidates, int most) {
        int[] picked = pick(scored(slot, candidates), most);
        for (int candidate : candidates) {
            if (!Layer.holds(picked, candidate) && isLostWithout(slot, layer, candidate)) {
                picked = withRoomFor(candidate, picked, most, slot, layer);
            }
        }
        return picked;
    }

    /**
     * The targets of {@code slot} after one is gone: those left, and of the {@code offered} targets of that one, as many as lie
     * apart from these, or else the nearest. Picking anew instead would leave fewer links with every slot removed.
     */
    int[] makeUp(int slot, int[] left, int[] offered, int most) {
        int[] fresh = Arrays.stream(offered)
                .filter(target -> target != slot && !Layer.holds(left, target))
                .toArray();
        if (fresh.length == 0) {
            return left;
        }
        float[][] pickedVectors = new float[most + 1][];
        int[] picked = Arrays.copyOf(left, most + 1);
        int count = left.length;
        for (int i = 0; i < count; i++) {
            pickedVectors[i] = vectors.get(left[i]);
        }
        long[] scored = scored(slot, fresh);
        for (int i = 0; i < scored.length && count < most; i++) {
            float[] vector = vectors.get(Scored.slot(scored[i]));
            if (isApart(vector, Scored.score(scored[i]), pickedVectors, count)) {
                picked[count] = Scored.slot(scored[i]);
                pickedVectors[count++] = vector;
            }
        }
        if (count == left.length) {
            picked[count++] = Scored.slot(scored[0]);
        }
        return Arrays.copyOf(picked, count);
    }

    /** Scored against {@code slot}, best first. */
    private long[] scored(int slot, int[] others) {
        float[] vector = vectors.get(slot);
        long[] complements = new long[others.length]; // to be sorted the other way round
        for (int i = 0; i < others.length; i++) {
            complements[i] = ~Scored.of(kernel.dot(vector, vectors.get(others[i])), others[i]);
        }
        Arrays.sort(complements);
        for (int i = 0; i < others.length; i++) {
            complements[i] = ~complements[i];
        }
        return complements;
    }

    private static int[] withRoomFor(int candidate, int[] picked, int most, int slot, Layer layer) {
        if (picked.length < most) {
            return Layer.with(picked, candidate);
        }
        for (int i = picked.length - 1; i >= 0; i--) {
            if (!isLostWithout(slot, layer, picked[i])) {
                picked[i] = candidate;
                break;
            }
        }
        return picked;
    }

    /** Whether nothing but {@code slot} leads to {@code target}. */
    private static boolean isLostWithout(int slot, Layer layer, int target) {
        int[] sources = layer.sources(target);
        return sources.length == 0 || (sources.length == 1 && sources[0] == slot);
    }
}
