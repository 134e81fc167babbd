package ai.xray.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Keeps cells. A store knows nothing of privacy, ranking or merging: it holds cells under their ids, commits writes all
 * together or not at all, and tells what others changed.
 *
 * <p>Thread-safe. A read that starts after a commit returned sees that commit. Registered as a service with the property
 * {@code xray.name}, by which the setting {@code store} picks one. All methods may block and may be interrupted; they throw
 * {@link IOException} when the medium fails, with a message an operator can act on. A store is closed by its component, after
 * the last user has let go of it; commits that are queued then are finished.
 */
public interface MemoryStore {
    /** The service property that names an implementation among its kind. */
    String NAME = "xray.name";

    /** The cell with exactly this id. */
    default Optional<StoredCell> get(String id) throws IOException {
        return Optional.ofNullable(get(List.of(id)).get(id));
    }

    /** The cells with exactly these ids, by id; ids that do not exist are absent from the map. */
    Map<String, StoredCell> get(Collection<String> ids) throws IOException;

    /**
     * Hands every cell of one consistent state of the store to {@code visitor}, each once, in the order of their ids' code
     * points, so that two stores that hold the same tell the same. Commits are not held up meanwhile.
     */
    void scan(Consumer<StoredCell> visitor) throws IOException;

    /**
     * Writes all of {@code writes} or none. Durable when it returns, as far as the store keeps anything at all. Deleting
     * what is absent, expecting {@link MemoryWrite#ABSENT}, succeeds.
     *
     * @param writes at least one, at most one per id
     * @return the revision each write got, in the order of {@code writes}; a delete gets one too
     * @throws StoreConflict when the store holds another revision than a write expects
     * @throws Refusal when the store can never hold such a cell, for example for its size
     * @throws IOException when the medium failed; the commit happened either whole or not at all, and where the store cannot
     *     tell which, the message says so and the cells are to be read again
     * @throws IllegalArgumentException when {@code writes} is empty or holds an id twice
     */
    List<Long> commit(List<MemoryWrite> writes) throws IOException, StoreConflict;

    /**
     * Hears of commits made by others on the same data (another replica, {@code kubectl}, SQL), in their order, from now
     * on until the returned handle is closed. A store with one writer never calls it.
     */
    default AutoCloseable listen(Consumer<StoreChange> listener) {
        return () -> {};
    }

    /**
     * Writes one consistent copy of everything the store keeps to a new file, from which it can be started again. Commits
     * are not held up meanwhile. What is at {@code file} is whole or nothing.
     *
     * @throws Refusal when the store is copied by tools of its own; the message says by which
     */
    default void backUp(Path file) throws IOException {
        throw Refusal.of(
                Refusal.Code.CONFLICT,
                "This store is not copied into a file; xray export moves its cells to another store or a file.");
    }

    /** Reads everything and tells what is damaged, a sentence each; empty when all is sound. */
    default List<String> damage() throws IOException {
        return List.of();
    }

    /**
     * Why the store cannot serve right now, in one sentence, or empty when it can. Cheap enough to be asked every second.
     */
    default Optional<String> problem() {
        return Optional.empty();
    }
}
