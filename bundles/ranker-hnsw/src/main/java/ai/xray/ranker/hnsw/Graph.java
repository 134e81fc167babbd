package ai.xray.ranker.hnsw;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntPredicate;

/**
 * The graph over the slots of vectors. One thread adds and removes; any number search beside it, without a lock, and see each
 * slot's links as they were before or after a change.
 */
final class Graph {
    /** Where searches start: a slot of the highest level. */
    private record Entry(int slot, int level) {}

    /** Graphs made of the same vectors in the same order are the same. */
    private static final long SEED = 20160330;

    /**
     * Slots followed down from level to level. The paper follows one, which ends in the wrong dense place too often once the
     * first slots, those with the longest links, have been replaced.
     */
    private static final int DESCENT = 8;

    private final HnswParameters parameters;
    private final SlotArray<float[]> vectors;
    private final Kernel kernel;
    private final IntPredicate isAlive;
    private final Neighbours neighbours;
    private final Beam beam;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<Layer> layers = new CopyOnWriteArrayList<>();
    private volatile Entry entry;

    /** All slots of the graph are below it. */
    private volatile int bound;

    /**
     * An empty graph.
     *
     * @param vectors of length one; that of a slot in the graph stays until it is removed
     * @param isAlive whether a slot is worth a link, since it will not be removed soon
     */
    Graph(HnswParameters parameters, SlotArray<float[]> vectors, Kernel kernel, IntPredicate isAlive) {
        this.parameters = parameters;
        this.vectors = vectors;
        this.kernel = kernel;
        this.isAlive = isAlive;
        this.neighbours = new Neighbours(vectors, kernel);
        this.beam = new Beam(vectors, kernel);
    }

    boolean isEmpty() {
        return entry == null;
    }

    /** From the lowest up. */
    List<Layer> layers() {
        return layers;
    }

    boolean contains(int slot) {
        return !layers.isEmpty() && layers.getFirst().contains(slot);
    }

    /**
     * Shows {@code visitor} the slots near {@code query}.
     *
     * @param width how many slots that the visitor keeps are looked for; the more, the higher the recall
     * @param comparisons the search is given up after so many
     * @return whether it was not
     */
    boolean search(float[] query, int width, int comparisons, Beam.Visitor visitor) {
        Entry start = entry;
        if (start == null) {
            return true;
        }
        Beam walker = new Beam(vectors, kernel);
        walker.limit(comparisons);
        long[] nearest = descend(walker, query, start, 0);
        walker.walk(layers.getFirst(), query, nearest, bound, width, visitor);
        return !walker.isSpent();
    }

    /** The slots above {@code level} from which to look for {@code query} on it. */
    private long[] descend(Beam walker, float[] query, Entry start, int level) {
        long[] nearest = {walker.score(query, start.slot())};
        for (int above = start.level(); above > level; above--) {
            nearest = walker.walk(layers.get(above), query, nearest, bound, DESCENT, (_, _, _) -> true);
        }
        return nearest;
    }

    /** Links a slot whose vector is there. */
    void add(int slot) {
        int level = randomLevel();
        while (layers.size() <= level) {
            layers.add(new Layer());
        }
        Entry start = entry;
        int[][] links = links(vectors.get(slot), level, start);
        bound = Math.max(bound, slot + 1);
        // Its own links first and from below, so that no search that comes upon it is stuck there.
        for (int each = 0; each <= level; each++) {
            layers.get(each).lead(slot, links[each]);
        }
        for (int each = 0; each <= level; each++) {
            linkBack(each, links[each], slot);
        }
        if (start == null || level > start.level()) {
            entry = new Entry(slot, level);
        }
    }

    private int randomLevel() {
        return (int) (-Math.log(1 - random.nextDouble()) / Math.log(parameters.m()));
    }

    private int[][] links(float[] vector, int level, Entry start) {
        int[][] links = new int[level + 1][0];
        if (start == null) {
            return links;
        }
        long[] found = descend(beam, vector, start, level);
        for (int each = Math.min(level, start.level()); each >= 0; each--) {
            long[] nearest = nearest(each, vector, found);
            links[each] = neighbours.pick(nearest, parameters.m());
            if (nearest.length > 0) {
                found = nearest;
            }
        }
        return links;
    }

    private long[] nearest(int level, float[] vector, long[] starts) {
        return beam.walk(
                layers.get(level),
                vector,
                starts,
                bound,
                parameters.efConstruction(),
                (slot, _, _) -> isAlive.test(slot));
    }

    private void linkBack(int level, int[] from, int slot) {
        Layer layer = layers.get(level);
        int most = parameters.most(level);
        for (int source : from) {
            int[] targets = layer.targets(source);
            if (!Layer.holds(targets, slot)) {
                int[] more = Layer.with(targets, slot);
                layer.lead(source, more.length <= most ? more : neighbours.pick(layer, source, more, most));
            }
        }
    }

    /** Takes a slot out and joins what it joined, so that nothing of it is left and searches do not suffer. */
    void remove(int slot) {
        if (entry.slot() == slot) {
            entry = entryBut(slot);
        }
        for (int level = layers.size() - 1; level >= 0; level--) {
            if (layers.get(level).contains(slot)) {
                remove(level, slot);
            }
        }
    }

    private Entry entryBut(int slot) {
        for (int level = layers.size() - 1; level >= 0; level--) {
            Layer layer = layers.get(level);
            int[] targets = layer.targets(slot);
            if (targets.length > 0) {
                return new Entry(targets[0], level);
            }
            for (int other = 0; layer.size() > 0 && other < bound; other++) {
                if (other != slot && layer.contains(other)) {
                    return new Entry(other, level);
                }
            }
        }
        return null;
    }

    private void remove(int level, int slot) {
        Layer layer = layers.get(level);
        int[] targets = layer.targets(slot);
        for (int source : layer.sources(slot)) {
            int[] left = Layer.without(layer.targets(source), slot);
            layer.lead(source, neighbours.makeUp(source, left, targets, parameters.most(level)));
        }
        layer.remove(slot);
        for (int target : targets) {
            if (layer.sources(target).length == 0) {
                relink(level, target);
            }
        }
    }

    /** Finds new sources for a slot that nothing leads to any more. */
    private void relink(int level, int slot) {
        float[] vector = vectors.get(slot);
        long[] starts = descend(beam, vector, entry, level);
        long[] nearest = Arrays.stream(nearest(level, vector, starts))
                .filter(scored -> Scored.slot(scored) != slot)
                .toArray();
        int[] links = neighbours.pick(nearest, parameters.m());
        Layer layer = layers.get(level);
        if (layer.targets(slot).length == 0) {
            layer.lead(slot, links);
        }
        linkBack(level, links, slot);
    }
}
