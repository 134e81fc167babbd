package ai.xray.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import ai.xray.search.Ranked;
import ai.xray.search.VectorIndex;
import ai.xray.search.VectorRanker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link VectorRanker} and the indexes it opens promise. A vector's attributes are its owner's name here. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class VectorIndexContract {
    private static final int ALL = 100_000;
    private static final int DIMENSIONS = 16;
    private static final double ROUNDING = 1e-5;

    private VectorIndex<String> index;

    /** The implementation under test. */
    protected abstract VectorRanker ranker();

    /** Which share of the ten nearest it finds on average when the filter keeps many; 1 for an exact one. */
    protected abstract double recall();

    /** So many vectors that it does not compare a query with each of them. */
    protected abstract int many();

    @BeforeEach
    void open() {
        index = ranker().open(2);
    }

    // Writes

    @Test
    void emptyIndexRanksNothing() {
        assertThat(index.dimensions()).isEqualTo(2);
        assertThat(index.size()).isZero();
        assertThat(search(1, 0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void indexWithoutDimensionsIsRefused(int dimensions) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ranker().open(dimensions))
                .withMessageContaining("dimensions")
                .withMessageContaining(Integer.toString(dimensions));
    }

    @Test
    void nearestByAngleIsFirst() {
        put("north", 0, 1);
        put("east", 1, 0);
        put("north-east", 1, 1);
        put("west", -1, 0);

        assertThat(search(1, 0.1f)).containsExactly("east", "north-east", "north", "west");
        assertThat(index.size()).isEqualTo(4);
    }

    @Test
    void scoresAreCosines() {
        put("east", 5, 0);
        put("north-east", 1e-20f, 1e-20f);
        put("north", 0, 1e30f);
        put("west", -0.1f, 0);

        List<Ranked> ranking = index.nearest(new float[] {3, 0}, _ -> true, ALL);

        assertThat(ranking).extracting(Ranked::id).containsExactly("east", "north-east", "north", "west");
        assertThat(ranking.get(0).score()).isCloseTo(1, within(ROUNDING)).isLessThanOrEqualTo(1);
        assertThat(ranking.get(1).score()).isCloseTo(Math.sqrt(0.5), within(ROUNDING));
        assertThat(ranking.get(2).score()).isCloseTo(0, within(ROUNDING));
        assertThat(ranking.get(3).score()).isCloseTo(-1, within(ROUNDING)).isGreaterThanOrEqualTo(-1);
    }

    @Test
    void lengthDoesNotMatter() {
        put("short", Float.MIN_VALUE, 0);
        put("long", Float.MAX_VALUE, 0);

        assertThat(search(0.5f, 0)).containsExactly("long", "short");
        assertThat(search(Float.MAX_VALUE, Float.MAX_VALUE)).hasSize(2);
    }

    @Test
    void vectorIsCopied() {
        float[] vector = {1, 0};
        index.put("east", vector, "ann");
        vector[0] = -1;

        assertThat(index.nearest(new float[] {1, 0}, _ -> true, 1).getFirst().score())
                .isCloseTo(1, within(ROUNDING));
    }

    @Test
    void secondPutReplacesTheFirst() {
        put("n1", 1, 0);
        put("n2", 1, 1);
        put("n1", -1, 0);

        assertThat(search(1, 0)).containsExactly("n2", "n1");
        assertThat(index.size()).isEqualTo(2);
    }

    @Test
    void replacedAttributesCount() {
        index.put("n1", new float[] {1, 0}, "ann");
        index.put("n2", new float[] {1, 0}, "ann");
        index.put("n1", new float[] {1, 0}, "bob");

        assertThat(search("ann"::equals, 1, 0)).containsExactly("n2");
        assertThat(search("bob"::equals, 1, 0)).containsExactly("n1");
        assertThat(index.size()).isEqualTo(2);
    }

    @Test
    void removedVectorIsNeitherFoundNorCounted() {
        put("n1", 1, 0);
        put("n2", 1, 0);

        index.remove("n1");
        index.remove("never-there");
        index.remove("n1");

        assertThat(search(1, 0)).containsExactly("n2");
        assertThat(index.size()).isEqualTo(1);
        put("n1", 0, 1);
        assertThat(search(1, 0)).containsExactly("n2", "n1");
    }

    @Test
    void vectorOfZerosIsSimilarToNothing() {
        put("zero", 0, -0f);
        put("west", -1, 0);

        assertThat(search(1, 0)).containsExactly("west");
        assertThat(search(0, 0)).isEmpty();
        assertThat(index.size()).isEqualTo(2);
        put("zero", 1, 0);
        assertThat(search(1, 0)).containsExactly("zero", "west");
        put("zero", 0, 0);
        assertThat(search(1, 0)).containsExactly("west");
        index.remove("zero");
        assertThat(index.size()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 384})
    void otherDimensionsAreRefused(int dimensions) {
        put("n1", 1, 0);
        float[] vector = new float[dimensions];

        assertThatIllegalArgumentException()
                .isThrownBy(() -> index.put("n1", vector, "ann"))
                .withMessageContaining(dimensions + " dimensions")
                .withMessageContaining("2");
        assertThatIllegalArgumentException().isThrownBy(() -> index.nearest(vector, _ -> true, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> index.similarities(vector, List.of("n1")));
        assertThat(search(1, 0)).containsExactly("n1");
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void componentThatIsNotFiniteIsRefused(float component) {
        put("n1", 1, 0);
        float[] vector = {1, component};

        assertThatIllegalArgumentException()
                .isThrownBy(() -> index.put("n1", vector, "ann"))
                .withMessageContaining(Float.toString(component));
        assertThatIllegalArgumentException().isThrownBy(() -> index.nearest(vector, _ -> true, 1));
        assertThat(search(1, 0)).containsExactly("n1");
    }

    // Filters, limits, order

    @Test
    void filterHidesVectors() {
        index.put("n1", new float[] {1, 0}, "ann");
        index.put("n2", new float[] {1, 0}, "bob");

        assertThat(search("bob"::equals, 1, 0)).containsExactly("n2");
        assertThat(search(_ -> false, 1, 0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void limitBelowOneIsRefused(int limit) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> index.nearest(new float[] {1, 0}, _ -> true, limit))
                .withMessageContaining("limit")
                .withMessageContaining(Integer.toString(limit));
    }

    @Test
    void tiesAreOrderedById() {
        for (String id : List.of("c", "a", "d", "b")) {
            put(id, 2, 0);
        }
        put("above", 1, 1);
        put("below", 1, -1);

        assertThat(search(1, 0)).containsExactly("a", "b", "c", "d", "above", "below");
        assertThat(ids(index.nearest(new float[] {1, 0}, _ -> true, 2))).containsExactly("a", "b");
    }

    @Test
    void anyLimitIsServed() {
        put("n1", 1, 0);
        put("n2", 0, 1);

        assertThat(ids(index.nearest(new float[] {1, 0}, _ -> true, Integer.MAX_VALUE)))
                .containsExactly("n1", "n2");
    }

    // Similarities by id

    @Test
    void similaritiesAreCosinesOfThoseThatAreThere() {
        put("east", 3, 0);
        put("north", 0, 2);
        put("gone", 1, 0);
        put("zero", 0, 0);
        index.remove("gone");

        Map<String, Double> similarities =
                index.similarities(new float[] {5, 0}, List.of("east", "north", "gone", "never-there", "zero", "east"));

        assertThat(similarities).containsOnlyKeys("east", "north", "zero");
        assertThat(similarities.get("east")).isCloseTo(1, within(ROUNDING));
        assertThat(similarities.get("north")).isCloseTo(0, within(ROUNDING));
        assertThat(similarities.get("zero")).isZero();
        assertThat(index.similarities(new float[] {1, 0}, List.of())).isEmpty();
    }

    @Test
    void similaritiesAreThoseOfARanking() {
        Model model = new Model(23);
        model.fill(200);
        float[] query = model.vector();

        List<Ranked> ranking = model.index.nearest(query, _ -> true, ALL);
        Map<String, Double> similarities = model.index.similarities(query, ids(ranking));

        assertThat(ranking).hasSize(200);
        for (Ranked ranked : ranking) {
            assertThat(similarities.get(ranked.id())).as(ranked.id()).isCloseTo(ranked.score(), within(ROUNDING));
        }
    }

    // Many

    @Test
    void findsTheNearestOfMany() {
        Model model = new Model(1);
        model.fill(many());

        assertThat(model.recall(_ -> true)).isGreaterThanOrEqualTo(recall());
    }

    @Test
    void newVectorIsFoundAtOnce() {
        Model model = new Model(2);
        for (int i = 0; i < many(); i++) {
            float[] vector = model.put(i);
            if (i % 97 == 0) {
                assertThat(ids(model.index.nearest(vector, _ -> true, 1))).containsExactly(Model.id(i));
            }
        }
    }

    @Test
    void removedVectorsNeverComeBack() {
        Model model = new Model(3);
        model.fill(many());
        Set<String> removed = new HashSet<>();
        for (int i = 0; i < many(); i += 3) {
            float[] vector = model.vectors.get(Model.id(i));
            model.remove(i);
            removed.add(Model.id(i));
            if (i % 31 == 0) {
                assertThat(ids(model.index.nearest(vector, _ -> true, 20))).doesNotContainAnyElementsOf(removed);
            }
        }
        assertThat(ids(model.index.nearest(model.vector(), _ -> true, ALL)))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(model.vectors.keySet());
        assertThat(model.recall(_ -> true)).isGreaterThanOrEqualTo(recall());
    }

    @Test
    void filterThatKeepsFewIsAnsweredExactly() {
        Model model = new Model(4);
        model.fill(many());
        for (String owner : List.of("7", "19", "49")) {
            model.assertExact(owner::equals, 10);
        }
    }

    @Test
    void filterThatKeepsManyIsRespected() {
        Model model = new Model(5);
        model.fill(many());
        Predicate<String> half = owner -> Integer.parseInt(owner) % 2 == 0;

        assertThat(model.recall(half)).isGreaterThanOrEqualTo(recall());
    }

    @Test
    void allAreRankedWhenAskedFor() {
        Model model = new Model(6);
        model.fill(many());
        model.assertExact(_ -> true, ALL);
    }

    @Test
    void copiesOfOneVectorDoNotHideOthers() {
        Model model = new Model(7);
        model.fill(many());
        float[] copied = model.vector();
        for (int i = 0; i < 500; i++) {
            model.index.put("copy-%03d".formatted(i), copied, "copier");
        }

        assertThat(ids(model.index.nearest(copied, _ -> true, 3))).containsExactly("copy-000", "copy-001", "copy-002");
        assertThat(model.index.nearest(copied, _ -> true, 500))
                .allMatch(hit -> hit.id().startsWith("copy-"));
        assertThat(model.recall(owner -> !owner.equals("copier"))).isGreaterThanOrEqualTo(recall());
    }

    // Concurrency

    @Test
    void searchesRunBesideWrites() throws Exception {
        Model model = new Model(8);
        model.fill(many());
        int kept = many() / 2; // below, nothing is written any more
        List<float[]> queries = new ArrayList<>();
        for (int i = 0; i < kept; i++) {
            queries.add(model.vectors.get(Model.id(i)));
        }
        AtomicBoolean isDone = new AtomicBoolean();
        List<Callable<Integer>> tasks = new ArrayList<>();
        tasks.add(() -> {
            try {
                for (int i = kept; i < many(); i++) {
                    if (i % 3 == 0) {
                        model.remove(i);
                    } else {
                        model.put(i);
                    }
                }
                return 1;
            } finally {
                isDone.set(true);
            }
        });
        for (int task = 0; task < 2; task++) {
            Random random = new Random(task);
            tasks.add(() -> {
                int searches = 0;
                do {
                    int number = random.nextInt(kept);
                    List<String> found = ids(model.index.nearest(queries.get(number), _ -> true, 10));
                    assertThat(found).hasSize(10).doesNotHaveDuplicates().contains(Model.id(number));
                    searches++;
                } while (!isDone.get());
                return searches;
            });
        }
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (Future<Integer> task : threads.invokeAll(tasks)) {
                assertThat(task.get()).isPositive();
            }
        }
        assertThat(ids(model.index.nearest(model.vector(), _ -> true, ALL)))
                .containsExactlyInAnyOrderElementsOf(model.vectors.keySet());
    }

    @Test
    void searchSeesAMovedVectorOnce() throws Exception {
        int others = 200;
        for (int i = 0; i < others; i++) {
            put("other-" + i, 1, i / (float) others);
        }
        put("moved", 1, 0);
        AtomicBoolean isDone = new AtomicBoolean();
        Callable<Integer> mover = () -> {
            int moves = 0;
            for (; !isDone.get(); moves++) {
                put("moved", 1, (moves % others) / (float) others);
            }
            return moves;
        };
        Callable<Integer> searcher = () -> {
            try {
                for (int search = 0; search < 2000; search++) {
                    assertThat(search(1, 0.5f))
                            .hasSize(others + 1)
                            .doesNotHaveDuplicates()
                            .contains("moved");
                }
                return 1;
            } finally {
                isDone.set(true);
            }
        };
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (Future<Integer> task : threads.invokeAll(List.of(mover, searcher))) {
                assertThat(task.get()).isPositive();
            }
        }
    }

    private void put(String id, float x, float y) {
        index.put(id, new float[] {x, y}, "ann");
    }

    private List<String> search(float x, float y) {
        return search(_ -> true, x, y);
    }

    private List<String> search(Predicate<String> filter, float x, float y) {
        return ids(index.nearest(new float[] {x, y}, filter, ALL));
    }

    private static List<String> ids(List<Ranked> ranking) {
        return ranking.stream().map(Ranked::id).toList();
    }

    /** An index and what should be in it: vectors about fifty centres, of fifty owners. */
    private final class Model {
        private static final int CENTRES = 50;
        private static final int OWNERS = 50;
        private static final int QUERIES = 50;

        private final VectorIndex<String> index = ranker().open(DIMENSIONS);
        private final Map<String, float[]> vectors = new HashMap<>();
        private final Map<String, String> owners = new HashMap<>();
        private final float[][] centres = new float[CENTRES][DIMENSIONS];
        private final Random random;

        private Model(long seed) {
            random = new Random(seed);
            for (float[] centre : centres) {
                for (int i = 0; i < DIMENSIONS; i++) {
                    centre[i] = (float) random.nextGaussian();
                }
            }
        }

        private static String id(int number) {
            return "n" + number;
        }

        private void fill(int count) {
            for (int i = 0; i < count; i++) {
                put(i);
            }
        }

        private float[] put(int number) {
            float[] vector = vector();
            String owner = Integer.toString(number % OWNERS);
            index.put(id(number), vector, owner);
            vectors.put(id(number), vector);
            owners.put(id(number), owner);
            return vector;
        }

        private void remove(int number) {
            index.remove(id(number));
            vectors.remove(id(number));
            owners.remove(id(number));
        }

        private float[] vector() {
            float[] vector = centres[random.nextInt(CENTRES)].clone();
            for (int i = 0; i < DIMENSIONS; i++) {
                vector[i] += (float) (0.5 * random.nextGaussian());
            }
            return vector;
        }

        private double recall(Predicate<String> filter) {
            double recall = 0;
            for (int i = 0; i < QUERIES; i++) {
                float[] query = vector();
                List<String> exact = ids(exact(query, filter, 10));
                List<String> found = ids(index.nearest(query, filter, 10));
                assertThat(found).hasSameSizeAs(exact).doesNotHaveDuplicates().allMatch(vectors::containsKey);
                recall += (double) found.stream().filter(exact::contains).count() / exact.size();
            }
            return recall / QUERIES;
        }

        private void assertExact(Predicate<String> filter, int limit) {
            for (int i = 0; i < 5; i++) {
                float[] query = vector();
                List<Ranked> exact = exact(query, filter, limit);
                List<Ranked> found = index.nearest(query, filter, limit);
                assertThat(found).hasSameSizeAs(exact);
                assertThat(ids(found)).doesNotHaveDuplicates();
                for (int rank = 0; rank < found.size(); rank++) {
                    Ranked hit = found.get(rank);
                    assertThat(filter.test(owners.get(hit.id()))).isTrue();
                    assertThat(hit.score()).isCloseTo(exact.get(rank).score(), within(ROUNDING));
                    assertThat(hit.score()).isCloseTo(cosine(query, vectors.get(hit.id())), within(ROUNDING));
                }
            }
        }

        private List<Ranked> exact(float[] query, Predicate<String> filter, int limit) {
            return vectors.entrySet().stream()
                    .filter(entry -> filter.test(owners.get(entry.getKey())))
                    .map(entry -> new Ranked(entry.getKey(), cosine(query, entry.getValue())))
                    .sorted(Comparator.comparingDouble(Ranked::score).reversed().thenComparing(Ranked::id))
                    .limit(limit)
                    .toList();
        }

        private static double cosine(float[] a, float[] b) {
            double product = 0;
            double squaresOfA = 0;
            double squaresOfB = 0;
            for (int i = 0; i < a.length; i++) {
                product += (double) a[i] * b[i];
                squaresOfA += (double) a[i] * a[i];
                squaresOfB += (double) b[i] * b[i];
            }
            return product / Math.sqrt(squaresOfA * squaresOfB);
        }
    }
}
