package ai.xray.search;

import java.util.List;
import java.util.function.Predicate;

/** Vectors by id, searched by cosine similarity. Thread-safe. */
public interface VectorIndex<A> {
    /** Adds the vector, in place of one with the same id; it must have the index's dimensions. */
    void put(String id, float[] vector, A attributes);

    /** Removes the vector with this id, if there is one; it never comes back in a ranking. */
    void remove(String id);

    /** The {@code limit} most similar among those {@code filter} keeps, best first. */
    List<Ranked> nearest(float[] query, Predicate<? super A> filter, int limit);
}
