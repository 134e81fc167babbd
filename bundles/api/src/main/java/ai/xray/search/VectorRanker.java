package ai.xray.search;

/**
 * Ranks by the similarity of vectors. A service makes indexes; whoever opened an index fills and owns it, and may go on using
 * it until it is done when the service goes.
 *
 * <p>Registered with the property {@code xray.name}.
 */
public interface VectorRanker {
    /**
     * An empty index of vectors with attributes of type {@code A}.
     *
     * @param dimensions at least 1
     */
    <A> VectorIndex<A> open(int dimensions);
}
