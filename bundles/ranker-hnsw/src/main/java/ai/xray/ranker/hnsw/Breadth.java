package ai.xray.ranker.hnsw;

import ai.xray.search.Ranked;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * How many candidates a search of the graph keeps: as set, or as few as find enough of the nearest. That depends on the
 * vectors, and most on the questions, which lie elsewhere than texts do; so it is measured on the questions asked last, against
 * a comparison with every vector, step by step on the thread that links. Asked by any thread, measured by one.
 */
final class Breadth {
    /** Which share of the nearest is enough. */
    static final double ENOUGH = 0.98;

    private static final System.Logger LOG = System.getLogger(Breadth.class.getName());
    private static final int NEAREST = 10;
    private static final int[] STEPS = {64, 96, 128, 192, 256, 384, 512};

    /** So many of the questions asked last are kept. */
    private static final int KEPT = 128;

    /** With fewer questions, vectors of the index stand in for them. */
    private static final int LEAST = 64;

    /** It is measured after so many questions first, and then whenever they have doubled. */
    private static final int FIRST = 32;

    private static final double GROWN = 1.5;

    private final boolean isSet;
    private final AtomicReferenceArray<float[]> asked = new AtomicReferenceArray<>(KEPT);
    private final AtomicInteger count = new AtomicInteger();
    private volatile int width;
    private volatile int dueAtCount = FIRST;
    private volatile int dueAtSize;

    // Of the one that measures.
    private final List<float[]> samples = new ArrayList<>();
    private final int[] found = new int[STEPS.length];
    private int wanted;

    /** @param width {@link HnswParameters#MEASURED} to measure it */
    Breadth(int width) {
        isSet = width != HnswParameters.MEASURED;
        this.width = isSet ? width : STEPS[0];
    }

    /** How many candidates to keep. */
    int width() {
        return width;
    }

    /**
     * Keeps a question.
     *
     * @param query is not written to hereafter
     * @return whether it makes measuring due
     */
    boolean ask(float[] query) {
        if (isSet) {
            return false;
        }
        int number = count.getAndIncrement();
        asked.setRelease(Math.floorMod(number, KEPT), query);
        return number + 1 == dueAtCount;
    }

    /** Whether to measure, or to go on with that, now that there are so many vectors. */
    boolean isDue(int size) {
        return !isSet && (!samples.isEmpty() || count.get() >= dueAtCount || size >= dueAtSize);
    }

    /** Tries one question, or begins to. After the last one the width is what was enough for all. */
    void measureNext(Points<?> points, Graph graph) {
        if (samples.isEmpty()) {
            begin(points);
        }
        if (!samples.isEmpty()) {
            compare(samples.removeLast(), points, graph);
        }
        if (samples.isEmpty()) {
            conclude();
        }
    }

    private void begin(Points<?> points) {
        dueAtCount = Math.max(FIRST, (int) Math.min(2L * count.get(), Integer.MAX_VALUE));
        dueAtSize = (int) Math.min((long) (GROWN * points.size()) + 1, Integer.MAX_VALUE);
        wanted = 0;
        Arrays.fill(found, 0);
        for (int i = 0; i < KEPT && asked.getAcquire(i) != null; i++) {
            samples.add(asked.getAcquire(i));
        }
        for (int i = 0; samples.size() < LEAST && i < 2 * LEAST; i++) {
            float[] vector = points.vectors().get((int) ((long) i * points.end() / (2 * LEAST)));
            if (vector != null) {
                samples.add(vector);
            }
        }
    }

    private void compare(float[] query, Points<?> points, Graph graph) {
        Best all = new Best(NEAREST);
        points.offerAll(query, _ -> true, all);
        List<Ranked> nearest = all.bestFirst();
        if (nearest.isEmpty()) {
            return;
        }
        double last = nearest.getLast().score(); // of those as near as the last any will do
        wanted += nearest.size();
        for (int step = 0; step < STEPS.length; step++) {
            Best best = new Best(NEAREST);
            graph.search(
                    query,
                    STEPS[step],
                    Integer.MAX_VALUE,
                    (slot, vector, score) -> points.offer(slot, vector, score, _ -> true, best));
            found[step] += (int)
                    best.bestFirst().stream().filter(hit -> hit.score() >= last).count();
        }
    }

    private void conclude() {
        int step = 0;
        while (step < STEPS.length - 1 && found[step] < ENOUGH * wanted) {
            step++;
        }
        width = STEPS[step];
        LOG.log(
                Level.DEBUG,
                "Searches keep {0} candidates: {1} of {2} nearest were found.",
                width,
                found[step],
                wanted);
    }
}
