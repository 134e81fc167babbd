package ai.xray.search;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Makes indexes that rank by meaning, with the embedder that is configured at the time: when that changes, an index is made
 * anew behind while the old one serves. Thread-safe.
 */
public interface SemanticIndexes {
    /** An empty index of documents with attributes of type {@code A}; whoever opens it closes it. */
    <A> SemanticIndex<A> open(Texts texts);

    /** How far each index is that is open, in no particular order. */
    default List<SemanticIndex.Progress> progress() {
        return List.of();
    }

    /** The texts of documents, asked for on a background thread at the time they are embedded. Thread-safe. */
    interface Texts {
        /** The text of each of {@code ids} that still has one, by id. */
        Map<String, String> of(Collection<String> ids) throws IOException;
    }
}
