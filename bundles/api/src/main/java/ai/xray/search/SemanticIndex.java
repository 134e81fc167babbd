package ai.xray.search;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Documents by what they mean. Changes return at once and are embedded behind; a document whose vector is not made yet is
 * not found. Thread-safe.
 */
public interface SemanticIndex<A> extends AutoCloseable {
    /** The document is new, or its text or its attributes changed: filters see the attributes at once, the text follows. */
    void put(String id, A attributes);

    /** Removes the document; it never comes back by a vector that was being made. */
    void remove(String id);

    /**
     * Embeds the query, in at most the configured time. Never fails for the embedder's fault: the reply then says why nothing
     * can be ranked.
     */
    Question<A> ask(String query);

    /** How far the index is. */
    Progress progress();

    /** Stops embedding. Questions that were asked can be answered still. */
    @Override
    void close();

    /** A query whose meaning is known, or why it is not. */
    interface Question<A> {
        /** The most similar documents among those {@code filter} keeps, as {@link VectorIndex#nearest}. */
        List<Ranked> nearest(Predicate<? super A> filter, int limit);

        /** How similar each of {@code ids} is, as {@link VectorIndex#similarities}. */
        Map<String, Double> similarities(Collection<String> ids);

        /** Whether there is anything to rank by. */
        boolean answered();

        /** Why less is known than could be, in words. */
        Optional<String> degraded();
    }

    /**
     * How far an index is.
     *
     * @param fingerprint of the vectors that serve; empty when there are none
     * @param embedded documents whose vector serves
     * @param waiting documents whose vector is to be made, for the index that serves or for its successor
     * @param problem why vectors are not made, or are not ranked as they should be, in words
     */
    record Progress(String fingerprint, int embedded, int waiting, Optional<String> problem) {}
}
