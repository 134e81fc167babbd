package ai.xray.ranker.hnsw;

import ai.xray.search.Ranked;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * The kernel against a scalar loop, the graph against an exact scan by the same kernel, and an index over ten turnovers. Run by
 * hand, with {@code --add-modules jdk.incubator.vector -Xmx4g}:
 *
 * <pre>
 *   HnswBenchmark [vectors [dimensions [vectors turned over]]]
 * </pre>
 *
 * Times are of the thread's CPU, so that a busy machine disturbs them less.
 */
final class HnswBenchmark {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int SEED = 20261130;
    private static final int QUERIES = 500;
    private static final int LIMIT = 10;
    private static final int ROUNDS = 3;
    private static final int UNIFORM = 20_000;

    private final int dimensions;
    private final Kernel kernel = new SimdKernel();

    private HnswBenchmark(int dimensions) {
        this.dimensions = dimensions;
    }

    public static void main(String[] args) {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        int dimensions = args.length > 1 ? Integer.parseInt(args[1]) : 384;
        int turned = args.length > 2 ? Integer.parseInt(args[2]) : 20_000;
        HnswBenchmark benchmark = new HnswBenchmark(dimensions);
        benchmark.compareKernels();
        System.out.printf("%nclustered: a mixture of Gaussians in 24 dimensions, 100 vectors each%n");
        benchmark.compareSearches(Samples.clustered(SEED, dimensions, count), count, HnswParameters.DEFAULT);
        System.out.printf("%nuniform: no structure at all, fewer vectors%n");
        benchmark.compareSearches(Samples.uniform(SEED, dimensions), Math.min(count, UNIFORM), HnswParameters.DEFAULT);
        benchmark.turnOver(turned);
    }

    private void compareKernels() {
        Kernel loop = (a, b) -> {
            float sum = 0;
            for (int i = 0; i < a.length; i++) {
                sum += a[i] * b[i];
            }
            return sum;
        };
        float[][] vectors = Samples.uniform(SEED, dimensions).next(16);
        double looped = nanoseconds(loop, vectors);
        double scalar = nanoseconds(new ScalarKernel(), vectors);
        double simd = nanoseconds(kernel, vectors);
        System.out.printf(
                "kernel, %d dimensions: loop %.1f ns, scalar %.1f ns, SIMD %.1f ns: %.1f times the loop, %.1f the scalar%n",
                dimensions, looped, scalar, simd, looped / simd, scalar / simd);
    }

    private static double nanoseconds(Kernel kernel, float[][] vectors) {
        int repeats = 20_000;
        double best = Double.MAX_VALUE;
        float sum = 0;
        for (int round = 0; round < 10; round++) {
            long start = cpu();
            for (int i = 0; i < repeats; i++) {
                for (float[] vector : vectors) {
                    sum += kernel.dot(vectors[0], vector);
                }
            }
            best = Math.min(best, (double) (cpu() - start) / repeats / vectors.length);
        }
        if (Float.isNaN(sum)) {
            throw new IllegalStateException("not a number");
        }
        return best;
    }

    /** One line per width of the search; the exact scan is the loop over all vectors that an index without graph makes. */
    private void compareSearches(Samples samples, int count, HnswParameters parameters) {
        long heapBefore = usedHeap();
        Points<Integer> points = new Points<>(kernel);
        for (int i = 0; i < count; i++) {
            points.put(Direction.of(samples.next(), dimensions), new Point.Item<>("n" + i, i));
        }
        long heapWithout = usedHeap();
        Graph graph = new Graph(parameters, points.vectors(), kernel, points::isAlive);
        long start = cpu();
        for (int slot = 0; slot < count; slot++) {
            graph.add(slot);
        }
        double built = seconds(start);
        System.out.printf(
                "%,d x %d, M %d, efConstruction %d: %,.0f linked/s, %,.0f bytes a vector and %,.0f of links%n",
                count,
                dimensions,
                parameters.m(),
                parameters.efConstruction(),
                count / built,
                (double) (heapWithout - heapBefore) / count,
                (double) (usedHeap() - heapWithout) / count);

        List<float[]> queries = new ArrayList<>();
        for (int i = 0; i < QUERIES; i++) {
            queries.add(Direction.of(samples.next(), dimensions).components());
        }
        List<Set<String>> nearest = new ArrayList<>();
        double scan = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            nearest.clear();
            start = cpu();
            for (float[] query : queries) {
                Best best = new Best(LIMIT);
                points.offerAll(query, _ -> true, best);
                nearest.add(ids(best.bestFirst()));
            }
            scan = Math.min(scan, seconds(start) / QUERIES);
        }
        System.out.printf("%6s %9s %9s %9s   (exact scan: %.2f ms)%n", "ef", "recall@10", "us", "ratio", 1e3 * scan);
        for (int ef : new int[] {16, 32, 48, 64, 96, 128, 256, 512}) {
            double search = Double.MAX_VALUE;
            double found = 0;
            for (int round = 0; round < ROUNDS; round++) {
                List<List<Ranked>> rankings = new ArrayList<>();
                start = cpu();
                for (float[] query : queries) {
                    Best best = new Best(LIMIT);
                    graph.search(
                            query,
                            ef,
                            Integer.MAX_VALUE,
                            (slot, vector, score) -> points.offer(slot, vector, score, _ -> true, best));
                    rankings.add(best.bestFirst());
                }
                search = Math.min(search, seconds(start) / QUERIES);
                found = 0;
                for (int i = 0; i < QUERIES; i++) {
                    found += recall(rankings.get(i), nearest.get(i));
                }
            }
            System.out.printf("%6d %9.4f %9.1f %9.1f%n", ef, found / QUERIES, 1e6 * search, scan / search);
        }
    }

    private void turnOver(int count) {
        System.out.printf("%n%,d x %d clustered, every vector replaced in each turnover%n", count, dimensions);
        System.out.printf("%9s %9s %9s %9s %9s%n", "turnover", "recall@10", "updates/s", "slots", "heap MB");
        Samples samples = Samples.clustered(SEED, dimensions, count);
        HnswIndex<Integer> index = new HnswIndex<>(dimensions, HnswParameters.DEFAULT, kernel);
        for (int turnover = 0; turnover <= 10; turnover++) {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                index.put("n" + i, samples.next(), i);
                while (!index.graph().isEmpty() && index.behind() > 1000) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
            while (index.behind() > 0) {
                LockSupport.parkNanos(1_000_000);
            }
            double updates = count / ((System.nanoTime() - start) / 1e9);
            double found = 0;
            for (int i = 0; i < QUERIES; i++) {
                float[] query = samples.next();
                List<Ranked> exact = index.nearest(query, _ -> true, count).subList(0, LIMIT);
                found += recall(index.nearest(query, _ -> true, LIMIT), ids(exact));
            }
            System.out.printf(
                    "%9d %9.4f %,9.0f %,9d %9.1f%n",
                    turnover, found / QUERIES, updates, index.slots(), usedHeap() / 1e6);
        }
    }

    private static double recall(List<Ranked> found, Set<String> nearest) {
        return (double) found.stream().filter(hit -> nearest.contains(hit.id())).count() / nearest.size();
    }

    private static Set<String> ids(List<Ranked> ranking) {
        Set<String> ids = new HashSet<>();
        ranking.forEach(hit -> ids.add(hit.id()));
        return ids;
    }

    private static long cpu() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private static double seconds(long start) {
        return (cpu() - start) / 1e9;
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
