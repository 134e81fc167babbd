package ai.xray.memory.internal.history;

import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A store that takes its time, tells of other writers that were faster, and fails: before a read, before a commit, or after
 * one, when nobody but the store knows that it happened.
 */
final class UnsteadyStore implements MemoryStore {
    private static final int LONGEST_PAUSE_NANOS = 200_000;

    private final MemoryStore store;
    private final Random random; // thread-safe
    private volatile boolean calm;

    UnsteadyStore(MemoryStore store, Random random) {
        this.store = store;
        this.random = random;
    }

    /** From now on it works at once and always. */
    void calmDown() {
        calm = true;
    }

    @Override
    public Map<String, StoredCell> get(Collection<String> ids) throws IOException {
        pause();
        failOnceIn(50, "the store cannot be read");
        Map<String, StoredCell> cells = store.get(ids);
        pause();
        return cells;
    }

    @Override
    public void scan(Consumer<StoredCell> visitor) throws IOException {
        store.scan(visitor);
    }

    @Override
    public List<Long> commit(List<MemoryWrite> writes) throws IOException, StoreConflict {
        pause();
        if (chance(6)) {
            throw new StoreConflict(writes.getFirst().id());
        }
        failOnceIn(20, "nothing was written");
        List<Long> revisions = store.commit(writes);
        pause();
        failOnceIn(12, "it is not known whether anything was written");
        return revisions;
    }

    private void failOnceIn(int times, String message) throws IOException {
        if (chance(times)) {
            throw new IOException(message);
        }
    }

    private boolean chance(int times) {
        return !calm && random.nextInt(times) == 0;
    }

    /** Every other time not at all, so that short and long calls meet. */
    private void pause() {
        int nanos = random.nextInt(2 * LONGEST_PAUSE_NANOS);
        if (!calm && nanos < LONGEST_PAUSE_NANOS) {
            LockSupport.parkNanos(nanos);
        }
    }
}
