package ai.xray.ranker.hnsw;

import ai.xray.search.Ranked;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What an index should hold and answer, in the fewest lines. */
final class ExactIndex<A> {
    private final Map<String, float[]> vectors = new HashMap<>();
    private final Map<String, A> attributes = new HashMap<>();

    void put(String id, float[] vector, A attributes) {
        vectors.put(id, vector);
        this.attributes.put(id, attributes);
    }

    void remove(String id) {
        vectors.remove(id);
        attributes.remove(id);
    }

    int size() {
        return vectors.size();
    }

    List<Ranked> nearest(float[] query, Predicate<? super A> filter, int limit) {
        return vectors.entrySet().stream()
                .filter(entry -> filter.test(attributes.get(entry.getKey())))
                .map(entry -> new Ranked(entry.getKey(), cosine(query, entry.getValue())))
                .filter(ranked -> !Double.isNaN(ranked.score()))
                .sorted(Comparator.comparingDouble(Ranked::score).reversed().thenComparing(Ranked::id))
                .limit(limit)
                .toList();
    }

    private static double cosine(float[] a, float[] b) {
        return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
    }

    private static double product(float[] a, float[] b) {
        double product = 0;
        for (int i = 0; i < a.length; i++) {
            product += (double) a[i] * b[i];
        }
        return product;
    }
}
