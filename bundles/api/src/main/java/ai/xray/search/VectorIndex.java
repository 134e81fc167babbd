package ai.xray.search;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Vectors by id, searched by cosine similarity. Thread-safe. */
public interface VectorIndex<A> {
    /** The length of every vector. */
    int dimensions();

    /** How many vectors there are. */
    int size();

    /**
     * Adds the vector, in place of one with the same id.
     *
     * @param vector is copied; of any length but zero, for similarity is by angle; a vector of zeros is similar to nothing
     * @param attributes what filters look at; the index does not
     * @throws IllegalArgumentException when the vector has another number of dimensions, or a component that is not finite
     */
    void put(String id, float[] vector, A attributes);

    /** Removes the vector with this id, if there is one; it never comes back in a ranking. */
    void remove(String id);

    /**
     * The {@code limit} most similar among those {@code filter} keeps, best first, ties by id; scores are cosines. Exact when
     * the filter keeps few; otherwise some may be missed, within the recall that the implementation states.
     *
     * @param filter must be quick and must not write to the index
     * @param limit at least 1
     * @throws IllegalArgumentException when {@code query} has another number of dimensions or {@code limit} is less than 1
     */
    List<Ranked> nearest(float[] query, Predicate<? super A> filter, int limit);

    /**
     * The cosine of {@code query} with each of {@code ids} that has a vector, by id.
     *
     * @throws IllegalArgumentException when {@code query} has another number of dimensions
     */
    Map<String, Double> similarities(float[] query, Collection<String> ids);

    /** Why it is slower or finds less than it should, in words; empty while all is well. It mends that by itself. */
    default Optional<String> problem() {
        return Optional.empty();
    }
}
