package ai.xray.search;

/**
 * Ranks documents by the words of a query. A service makes indexes; whoever opened an index fills and owns it, and may go on
 * using it until it is done when the service goes.
 *
 * <p>Registered with the property {@code xray.name}.
 */
public interface Ranker {
    /** An empty index of documents with attributes of type {@code A}. */
    <A> TextIndex<A> open();
}
