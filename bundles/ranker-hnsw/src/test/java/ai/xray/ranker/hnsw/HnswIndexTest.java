package ai.xray.ranker.hnsw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.xray.search.Ranked;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HnswIndexTest {
    /** So small that the graph of few vectors has several levels. */
    private static final HnswParameters SMALL = new HnswParameters(4, 40, 40);

    private static final int FEW = 20;

    /** Ids are reused, and vectors recur, as those of equal texts do. */
    @Property(tries = 60)
    void answersAsAnExactIndexAfterAnyWrites(@ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int dimensions) {
        Random random = new Random(seed);
        Samples samples = Samples.uniform(seed, dimensions);
        float[][] recurring = samples.next(20);
        recurring[0] = new float[dimensions];
        HnswIndex<Integer> index = new HnswIndex<>(dimensions, SMALL, new ScalarKernel(), FEW);
        ExactIndex<Integer> exact = new ExactIndex<>();
        double found = 0;
        double expected = 0;
        for (int write = 0; write < 1500; write++) {
            String id = "n" + random.nextInt(600);
            if (random.nextInt(4) == 0) {
                index.remove(id);
                exact.remove(id);
            } else {
                float[] vector = random.nextInt(5) == 0 ? recurring[random.nextInt(20)] : samples.next();
                index.put(id, vector, write % 10);
                exact.put(id, vector, write % 10);
            }
            if (write % 25 == 0) {
                float[] query = samples.next();
                Predicate<Integer> filter = filter(random.nextInt(4));
                int limit = 1 + random.nextInt(15);
                List<Ranked> wanted = exact.nearest(query, filter, limit);
                List<Ranked> ranking = index.nearest(query, filter, limit);
                assertValid(ranking, exact.nearest(query, filter, Integer.MAX_VALUE), wanted.size());
                found += ranking.stream()
                        .filter(hit -> hit.score() >= wanted.getLast().score() - 1e-6)
                        .count();
                expected += wanted.size();
            }
        }
        assertThat(index.size()).isEqualTo(exact.size());
        assertThat(found).isGreaterThanOrEqualTo(0.97 * expected);
        if (!index.graph().isEmpty()) {
            awaitLinked(index);
        }
        assertSound(index);
    }

    private static Predicate<Integer> filter(int which) {
        return switch (which) {
            case 0 -> _ -> true;
            case 1 -> attribute -> attribute < 5;
            case 2 -> attribute -> attribute == 3;
            default -> _ -> false;
        };
    }

    private static void assertValid(List<Ranked> ranking, List<Ranked> all, int size) {
        assertThat(ranking).hasSize(size);
        assertThat(ranking).extracting(Ranked::id).doesNotHaveDuplicates();
        for (Ranked hit : ranking) {
            double score = all.stream()
                    .filter(each -> each.id().equals(hit.id()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("a hit that should not be there: " + hit))
                    .score();
            assertThat(hit.score()).isCloseTo(score, within(1e-5));
        }
        for (int i = 1; i < ranking.size(); i++) {
            Ranked before = ranking.get(i - 1);
            Ranked hit = ranking.get(i);
            assertThat(before.score() > hit.score()
                            || (before.score() == hit.score() && before.id().compareTo(hit.id()) < 0))
                    .as("%s before %s", before, hit)
                    .isTrue();
        }
    }

    /** Both directions of each link are known, none leads out of the graph, and none has too many. */
    private static void assertSound(HnswIndex<?> index) {
        List<Layer> layers = index.graph().layers();
        for (int level = 0; level < layers.size(); level++) {
            Layer layer = layers.get(level);
            for (int slot = 0; slot < index.slots(); slot++) {
                assertThat(layer.targets(slot))
                        .hasSizeLessThanOrEqualTo(SMALL.most(level))
                        .doesNotHaveDuplicates();
                for (int target : layer.targets(slot)) {
                    assertThat(target).isNotEqualTo(slot);
                    assertThat(layer.contains(target)).isTrue();
                    assertThat(layer.sources(target)).contains(slot);
                }
                for (int source : layer.sources(slot)) {
                    assertThat(layer.targets(source)).contains(slot);
                }
                assertThat(layer.contains(slot) || layer.sources(slot).length == 0)
                        .isTrue();
                assertThat(level == 0
                                || !layer.contains(slot)
                                || layers.get(level - 1).contains(slot))
                        .isTrue();
            }
        }
    }

    @Test
    void recallAndRoomStayOverTenTurnovers() {
        int dimensions = 24;
        int count = 1500;
        Samples samples = Samples.clustered(5, dimensions, count);
        HnswIndex<Integer> index = new HnswIndex<>(dimensions, new HnswParameters(8, 40, 40), new SimdKernel(), FEW);
        ExactIndex<Integer> exact = new ExactIndex<>();
        List<Double> recalls = new ArrayList<>();
        int mostSlots = 0;
        for (int turnover = 0; turnover <= 10; turnover++) {
            for (int i = 0; i < count; i++) {
                String id = "n" + i;
                if (turnover % 2 == 1) {
                    index.remove(id);
                }
                float[] vector = samples.next();
                index.put(id, vector, i);
                exact.put(id, vector, i);
                if (index.behind() > 100) {
                    awaitLinked(index);
                }
                mostSlots = Math.max(mostSlots, index.slots());
            }
            awaitLinked(index);
            recalls.add(recall(index, exact, samples.next(100)));
        }
        assertSlotsOf(index, count);
        assertThat(mostSlots).isLessThanOrEqualTo(count + 300);
        assertThat(recalls).allMatch(recall -> recall >= 0.985);
    }

    private static double recall(HnswIndex<Integer> index, ExactIndex<Integer> exact, float[][] queries) {
        double recall = 0;
        for (float[] query : queries) {
            List<String> wanted =
                    exact.nearest(query, _ -> true, 10).stream().map(Ranked::id).toList();
            recall += index.nearest(query, _ -> true, 10).stream()
                            .filter(hit -> wanted.contains(hit.id()))
                            .count()
                    / 10.0;
        }
        return recall / queries.length;
    }

    private static void assertSlotsOf(HnswIndex<?> index, int count) {
        Layer lowest = index.graph().layers().getFirst();
        assertThat(lowest.size()).isEqualTo(count);
        for (int slot = 0; slot < index.slots(); slot++) {
            assertThat(lowest.contains(slot) || lowest.sources(slot).length == 0)
                    .isTrue();
        }
    }

    @Test
    void emptiedIndexHoldsNothingAndFillsAgain() {
        Samples samples = Samples.uniform(3, 8);
        HnswIndex<Integer> index = new HnswIndex<>(8, SMALL, new SimdKernel(), FEW);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 200; i++) {
                index.put("n" + i, samples.next(), i);
            }
            awaitLinked(index);
            assertThat(index.nearest(samples.next(), _ -> true, 200)).hasSize(200);
            for (int i = 0; i < 200; i++) {
                index.remove("n" + i);
            }
            assertThat(index.nearest(samples.next(), _ -> true, 1)).isEmpty();
            awaitLinked(index);
            assertThat(index.graph().isEmpty()).isTrue();
            assertThat(index.slots()).isZero();
        }
    }

    @Test
    void fewVectorsHaveNoGraph() {
        Samples samples = Samples.uniform(3, 8);
        HnswIndex<Integer> index = new HnswIndex<>(8, SMALL, new SimdKernel(), FEW);
        for (int i = 0; i < 1000; i++) {
            index.put("n" + i % FEW, samples.next(), i);
        }
        assertThat(index.graph().isEmpty()).isTrue();
        assertThat(index.slots()).isLessThanOrEqualTo(FEW + 1);
        assertThat(index.behind()).as("what is waited for").isZero();

        index.put("one more", samples.next(), 0);

        awaitLinked(index);
        assertThat(index.graph().layers().getFirst().size()).isEqualTo(FEW + 1);
    }

    @Test
    void searchesKeepMoreCandidatesWhereTheNearestAreHardToFind() {
        Samples hard = Samples.uniform(3, 32);
        HnswIndex<Integer> index = measured(new HnswParameters(4, 16, HnswParameters.MEASURED), 32);
        ExactIndex<Integer> exact = new ExactIndex<>();
        for (int i = 0; i < 3000; i++) {
            float[] vector = hard.next();
            index.put("n" + i, vector, i);
            exact.put("n" + i, vector, i);
        }
        awaitLinked(index);
        await(() -> index.width() > 64);
        assertThat(recall(index, exact, hard.next(100))).isGreaterThan(0.95);
    }

    @Test
    void searchesKeepFewCandidatesWhereTheseFindTheNearest() {
        Samples easy = Samples.clustered(5, 24, 2000);
        HnswIndex<Integer> index = measured(HnswParameters.DEFAULT, 24);
        ExactIndex<Integer> exact = new ExactIndex<>();
        for (int i = 0; i < 2000; i++) {
            float[] vector = easy.next();
            index.put("n" + i, vector, i);
            exact.put("n" + i, vector, i);
        }
        awaitLinked(index);
        assertThat(recall(index, exact, easy.next(200))).isGreaterThan(0.98); // enough questions to measure it again
        awaitLinked(index);
        assertThat(index.width()).isEqualTo(64);
    }

    private static HnswIndex<Integer> measured(HnswParameters parameters, int dimensions) {
        return new HnswIndex<>(dimensions, parameters, new SimdKernel(), FEW);
    }

    @Test
    void newAttributesOfTheSameVectorLeaveTheGraphAlone() {
        Samples samples = Samples.uniform(3, 8);
        float[][] vectors = samples.next(100);
        HnswIndex<String> index = new HnswIndex<>(8, SMALL, new SimdKernel(), FEW);
        for (int i = 0; i < vectors.length; i++) {
            index.put("n" + i, vectors[i], "old");
        }
        awaitLinked(index);

        for (int i = 0; i < vectors.length; i++) {
            index.put("n" + i, vectors[i], "new");
            assertThat(index.behind()).isZero();
        }

        assertThat(index.nearest(vectors[0], "old"::equals, 100)).isEmpty();
        assertThat(index.nearest(vectors[0], "new"::equals, 100)).hasSize(100);
    }

    @Test
    void failureOfTheLinkerIsToldAndLeavesSearchesExactUntilTheGraphIsMadeAnew() {
        Kernel scalar = new ScalarKernel();
        Thread test = Thread.currentThread();
        AtomicInteger compared = new AtomicInteger();
        AtomicBoolean isWell = new AtomicBoolean();
        Kernel failing = (a, b) -> {
            // At different steps of the work on the graph, of which the first fifty vectors or so survive.
            if (Thread.currentThread() != test && !isWell.get() && compared.incrementAndGet() % 2000 == 0) {
                throw new OutOfMemoryError("as the test wants");
            }
            return scalar.dot(a, b);
        };
        Samples samples = Samples.uniform(3, 8);
        HnswIndex<Integer> index = new HnswIndex<>(8, SMALL, failing, FEW);
        for (int i = 0; i < 400; i++) {
            index.put("n" + i, samples.next(), i);
        }
        await(() -> index.problem().isPresent());
        assertThat(index.problem()).hasValueSatisfying(why -> assertThat(why).contains("as the test wants"));
        for (int i = 300; i < 400; i++) {
            index.remove("n" + i);
        }
        assertThat(index.nearest(samples.next(), _ -> true, 500)).hasSize(300);
        assertThat(index.nearest(samples.next(), _ -> true, 1)).hasSize(1);

        isWell.set(true);

        await(() -> index.problem().isEmpty());
        awaitLinked(index);
        assertSlotsOf(index, 300);
        assertSound(index);
    }

    @Test
    void indexThatNobodyUsesIsLetGoOf() {
        HnswIndex<Integer> index = busyIndex();
        Set<Thread> linkers = linkers();
        WeakReference<OpenIndex<Integer>> user = new WeakReference<>(new OpenIndex<>(index));

        await(() -> {
            System.gc();
            return user.get() == null;
        });
        await(() -> linkers.stream().noneMatch(Thread::isAlive));
        assertThat(index.behind()).as("what was left undone").isPositive();
    }

    private static Set<Thread> linkers() {
        Set<Thread> linkers = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("xray-hnsw-linker"))
                .collect(Collectors.toSet());
        assertThat(linkers).isNotEmpty();
        return linkers;
    }

    /** One whose graph takes minutes. */
    private static HnswIndex<Integer> busyIndex() {
        int count = 20_000;
        Samples samples = Samples.uniform(3, 64);
        HnswIndex<Integer> index =
                new HnswIndex<>(64, new HnswParameters(64, 2000, 100), new ScalarKernel(), count - 1);
        for (int i = 0; i < count; i++) {
            index.put("n" + i, samples.next(), i);
        }
        assertThat(index.behind()).isGreaterThan(count / 2);
        return index;
    }

    private static void awaitLinked(HnswIndex<?> index) {
        await(() -> index.behind() == 0);
    }

    private static void await(BooleanSupplier condition) {
        Instant deadline = Instant.now().plus(Duration.ofSeconds(60));
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).isBefore(deadline);
            LockSupport.parkNanos(100_000);
        }
    }
}
