package ai.xray.contracts;

import static ai.xray.contracts.MemoryStoreCells.number;
import static ai.xray.contracts.MemoryStoreCells.numbered;
import static ai.xray.contracts.StoreCalls.assertConflict;
import static ai.xray.contracts.StoreCalls.contents;
import static ai.xray.contracts.StoreCalls.inParallel;
import static ai.xray.contracts.StoreCalls.put;
import static ai.xray.memory.MemoryWrite.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** That callers at the same time neither lose a write nor see half of one. */
abstract class ConcurrencySuite extends StoreSuite {
    private static final int WRITERS = 8;

    ConcurrencySuite(Supplier<MemoryStore> store) {
        super(store);
    }

    @Test
    void noIncrementIsLostAmongCompetingWriters() throws Exception {
        int increments = 40;
        List<String> counters = List.of("counter-0", "counter-1", "counter-2");
        for (String counter : counters) {
            put(store(), numbered(counter, 0), ABSENT);
        }

        inParallel(WRITERS, writer -> {
            for (int i = 0; i < increments; i++) {
                increment(counters.get((writer + i) % counters.size()));
            }
        });

        long total = 0;
        for (StoredCell counter : contents(store()).values()) {
            total += number(counter.cell());
        }
        assertThat(total).isEqualTo((long) WRITERS * increments);
    }

    private void increment(String counter) throws IOException {
        while (true) {
            StoredCell read = store().get(counter).orElseThrow();
            try {
                store().commit(List.of(new Put(numbered(counter, number(read.cell()) + 1), read.revision())));
                return;
            } catch (StoreConflict lost) {
                assertThat(lost.id()).isEqualTo(counter);
            }
        }
    }

    @Test
    void conflictOfOneWriterDoesNotFailTheOthers() throws Exception {
        put(store(), numbered("taken", 0), ABSENT);

        inParallel(WRITERS, writer -> {
            for (int i = 0; i < 30; i++) {
                if (writer % 2 == 0) {
                    put(store(), numbered("cell-%d-%d".formatted(writer, i), i), ABSENT);
                } else {
                    assertConflict(
                            store(),
                            "taken",
                            new Put(numbered("cell-%d-%d".formatted(writer, i), i), ABSENT),
                            new Put(numbered("taken", i), ABSENT));
                }
            }
        });

        Map<String, StoredCell> all = contents(store());
        assertThat(all).hasSize(1 + WRITERS / 2 * 30);
        assertThat(number(all.get("taken").cell())).isZero();
    }

    @Test
    void everyAcknowledgedWriteOfAPipelineIsThere() throws Exception {
        Map<String, Long> acknowledged = new HashMap<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<String, Future<Long>> pending = new HashMap<>();
            for (int i = 0; i < 250; i++) {
                MemoryCell cell = numbered("cell-" + i, i);
                pending.put(cell.id(), clients.submit(() -> put(store(), cell, ABSENT)));
            }
            for (Map.Entry<String, Future<Long>> write : pending.entrySet()) {
                acknowledged.put(write.getKey(), write.getValue().get());
            }
        }

        Map<String, Long> stored = new HashMap<>();
        contents(store()).forEach((id, cell) -> stored.put(id, cell.revision()));
        assertThat(stored).isEqualTo(acknowledged);
        assertThat(new HashSet<>(acknowledged.values())).hasSize(250);
    }

    @Test
    void readsBesideWritesNeverSeeHalfACommit() throws Exception {
        int rounds = 150;
        List<Long> revisions =
                store().commit(List.of(new Put(numbered("left", 0), ABSENT), new Put(numbered("right", 0), ABSENT)));
        AtomicBoolean done = new AtomicBoolean();

        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> reads = new ArrayList<>();
            reads.add(readers.submit(() -> watchPairs(done, () -> contents(store()))));
            reads.add(readers.submit(() -> watchPairs(done, () -> store().get(List.of("left", "right")))));
            try {
                for (int i = 1; i <= rounds; i++) {
                    revisions = store().commit(List.of(
                            new Put(numbered("left", i), revisions.get(0)),
                            new Put(numbered("right", i), revisions.get(1)),
                            new Put(numbered("filler-" + i, i), ABSENT)));
                }
            } finally {
                done.set(true);
            }
            for (Future<Long> read : reads) {
                assertThat(read.get()).isEqualTo(rounds);
            }
        }
    }

    /** Reads until a read that began after {@code done}; the last number seen. */
    private static long watchPairs(AtomicBoolean done, Callable<Map<String, StoredCell>> read) throws Exception {
        long last = 0;
        boolean again;
        do {
            again = !done.get();
            Map<String, StoredCell> cells = read.call();
            long left = number(cells.get("left").cell());
            assertThat(number(cells.get("right").cell())).isEqualTo(left);
            assertThat(left).isGreaterThanOrEqualTo(last);
            last = left;
        } while (again);
        return last;
    }
}
