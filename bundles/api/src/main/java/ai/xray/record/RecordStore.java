package ai.xray.record;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Keeps small records in named collections: texts under keys, each until it expires. It decides races: of several writers that
 * expect the same revision one wins, and of several that delete a record one is told so. What returned is durable where the
 * store is. Secrets never come here, only digests of them. Thread-safe.
 *
 * <p>Every method throws {@link IllegalArgumentException} for a collection, key or value out of bounds, and
 * {@link IOException} with a sentence for the operator when the store fails.
 */
public interface RecordStore {
    /** The service property that names an implementation, for example {@code sqlite}. */
    String NAME = "xray.name";

    /** The revision of a record that does not exist. */
    long ABSENT = 0;

    /** The expiry of a record that stays until it is deleted. */
    Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");

    /** The longest name of a collection, of {@code a-z} and {@code -}. */
    int MAX_COLLECTION_CHARS = 40;

    /** The longest key, in chars; the shortest has one. */
    int MAX_KEY_CHARS = 256;

    /** The longest value, in chars. */
    int MAX_VALUE_CHARS = 65_536;

    /** The most records of one {@link #page}. */
    int MAX_PAGE = 1_000;

    /** The record, unless there is none or it has expired. */
    Optional<StoredRecord> get(String collection, String key) throws IOException;

    /**
     * The records whose keys come after {@code afterKey}, in the order of their keys' UTF-8 bytes.
     *
     * @param afterKey empty for the first page
     * @param limit 1 to {@value #MAX_PAGE}
     */
    List<StoredRecord> page(String collection, String afterKey, int limit) throws IOException;

    /** How many records the collection has. */
    long count(String collection) throws IOException;

    /**
     * Creates or replaces a record.
     *
     * @param expiry cut to whole milliseconds, {@link #NEVER} at most; a record that is over already may be written and is
     *     never seen
     * @param expected the revision that must be stored, {@link #ABSENT} where there must be none
     * @return the new revision; empty when another is stored, and then nothing was changed
     */
    OptionalLong put(String collection, String key, String value, Instant expiry, long expected) throws IOException;

    /** Deletes a record; whether there was one. Of several callers at once one alone is told {@code true}. */
    boolean delete(String collection, String key) throws IOException;
}
