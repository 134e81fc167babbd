package ai.xray.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What the tests of a store do all the time. */
final class StoreCalls {
    private StoreCalls() {}

    /** Commits one put; its revision. */
    static long put(MemoryStore store, MemoryCell cell, long expected) throws IOException, StoreConflict {
        return commit(store, new Put(cell, expected));
    }

    /** Commits one write; its revision. */
    static long commit(MemoryStore store, MemoryWrite write) throws IOException, StoreConflict {
        List<Long> revisions = store.commit(List.of(write));
        assertThat(revisions).hasSize(1);
        return revisions.getFirst();
    }

    /** Expects that a commit of {@code writes} fails for the cell {@code id}. */
    static void assertConflict(MemoryStore store, String id, MemoryWrite... writes) {
        assertThatExceptionOfType(StoreConflict.class)
                .isThrownBy(() -> store.commit(List.of(writes)))
                .satisfies(conflict -> assertThat(conflict.id()).isEqualTo(id));
    }

    /** All cells of a store by id, each of which the scan showed once. */
    static Map<String, StoredCell> contents(MemoryStore store) throws IOException {
        Map<String, StoredCell> all = new HashMap<>();
        store.scan(stored -> assertThat(all.put(stored.cell().id(), stored))
                .as("cell %s seen before", stored.cell().id())
                .isNull());
        return all;
    }

    /** What one of several callers does. */
    interface Work {
        void run(int caller) throws Exception;
    }

    /** Runs {@code work} on {@code count} threads at once and waits for all; fails when one fails. */
    static void inParallel(int count, Work work) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int caller = i;
                running.add(threads.submit(() -> {
                    work.run(caller);
                    return null;
                }));
            }
            for (Future<?> caller : running) {
                caller.get();
            }
        }
    }
}
