package ai.xray.ranker.hnsw;

import ai.xray.search.Ranked;
import ai.xray.search.VectorIndex;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * An index in the hands of its user. The thread that links the graph holds the index itself, and this one weakly: so it learns
 * that nobody uses the index any more.
 */
final class OpenIndex<A> implements VectorIndex<A> {
    private final HnswIndex<A> index;

    OpenIndex(HnswIndex<A> index) {
        this.index = index;
        index.usedBy(this);
    }

    @Override
    public int dimensions() {
        return index.dimensions();
    }

    @Override
    public int size() {
        return index.size();
    }

    @Override
    public void put(String id, float[] vector, A attributes) {
        index.put(id, vector, attributes);
    }

    @Override
    public void remove(String id) {
        index.remove(id);
    }

    @Override
    public List<Ranked> nearest(float[] query, Predicate<? super A> filter, int limit) {
        return index.nearest(query, filter, limit);
    }

    @Override
    public Map<String, Double> similarities(float[] query, Collection<String> ids) {
        return index.similarities(query, ids);
    }

    @Override
    public Optional<String> problem() {
        return index.problem();
    }
}
