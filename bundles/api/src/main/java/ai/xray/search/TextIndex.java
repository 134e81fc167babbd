package ai.xray.search;

import java.util.List;
import java.util.function.Predicate;

/**
 * Documents and the words in them. Thread-safe: a ranking runs beside writes and sees each document either before or after
 * a write of it.
 */
public interface TextIndex<A> {
    /** Adds the document, in place of one with the same id. */
    void put(Document<A> document);

    /** Removes the document with this id, if there is one. */
    void remove(String id);

    /**
     * The best documents for {@code query} among those {@code filter} keeps, best first, ties by {@code updatedAt}
     * descending and then id. Statistics such as document frequency are taken over the kept documents alone, so that a
     * ranking tells nothing of the others.
     *
     * @param query its first 2,000 characters are used; one without any word ranks nothing
     * @param filter runs inside the ranking: it must be quick and must not write to the index
     * @param limit at least 1
     * @throws IllegalArgumentException when {@code limit} is less than 1
     */
    List<Ranked> rank(String query, Predicate<? super A> filter, int limit);

    /** Whether {@code query} holds a word to rank by. */
    boolean hasWords(String query);

    /** How many documents are indexed. */
    int size();
}
