package ai.xray.search.internal;

import ai.xray.search.Ranked;
import ai.xray.search.VectorIndex;
import ai.xray.search.VectorRanker;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Compares with every vector. */
final class ExactVectors implements VectorRanker {
    final AtomicInteger opened = new AtomicInteger();
    volatile Optional<String> problem = Optional.empty();

    @Override
    public <A> VectorIndex<A> open(int dimensions) {
        opened.incrementAndGet();
        return new Index<>(dimensions, new ConcurrentSkipListMap<>(), () -> problem);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Item<A>(float[] vector, A attributes) {}

    private record Index<A>(int dimensions, Map<String, Item<A>> items, Supplier<Optional<String>> trouble)
            implements VectorIndex<A> {
        @Override
        public Optional<String> problem() {
            return trouble.get();
        }

        @Override
        public int size() {
            return items.size();
        }

        @Override
        public void put(String id, float[] vector, A attributes) {
            check(vector);
            items.put(id, new Item<>(vector.clone(), attributes));
        }

        @Override
        public void remove(String id) {
            items.remove(id);
        }

        @Override
        public List<Ranked> nearest(float[] query, Predicate<? super A> filter, int limit) {
            check(query);
            return items.entrySet().stream()
                    .filter(item -> filter.test(item.getValue().attributes()))
                    .map(item -> new Ranked(item.getKey(), cosine(query, item.getValue())))
                    .filter(ranked -> ranked.score() > 0)
                    .sorted(Comparator.comparingDouble(Ranked::score).reversed().thenComparing(Ranked::id))
                    .limit(limit)
                    .toList();
        }

        @Override
        public Map<String, Double> similarities(float[] query, Collection<String> ids) {
            return ids.stream()
                    .filter(items::containsKey)
                    .collect(Collectors.toMap(id -> id, id -> cosine(query, items.get(id))));
        }

        private static double cosine(float[] query, Item<?> item) {
            double product = 0;
            for (int i = 0; i < query.length; i++) {
                product += query[i] * item.vector()[i];
            }
            return product;
        }

        private void check(float[] vector) {
            if (vector.length != dimensions) {
                throw new IllegalArgumentException("dimensions");
            }
        }
    }
}
