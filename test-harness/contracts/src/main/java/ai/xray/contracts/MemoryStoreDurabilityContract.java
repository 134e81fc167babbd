package ai.xray.contracts;

import static ai.xray.contracts.MemoryStoreCells.full;
import static ai.xray.contracts.MemoryStoreCells.numbered;
import static ai.xray.contracts.StoreCalls.contents;
import static ai.xray.contracts.StoreCalls.put;
import static ai.xray.memory.MemoryWrite.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite.Delete;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a {@link MemoryStore} that keeps its cells has to do besides. */
public abstract class MemoryStoreDurabilityContract extends MemoryStoreContract {
    /** Shuts the store in an orderly way and leaves its cells where they are; does nothing the second time. */
    protected abstract void shut(MemoryStore opened) throws Exception;

    /** Opens the cells of a store that was {@link #shut} again; {@link #close} is called for the new store too. */
    protected abstract MemoryStore reopen(MemoryStore shut) throws Exception;

    @Test
    void reopenedStoreHoldsWhatWasCommitted() throws Exception {
        put(store(), full("full", Kind.OPERATIONAL_PATTERN), ABSENT);
        long updated = put(store(), numbered("a", 1), ABSENT);
        put(store(), numbered("a", 2), updated);
        Map<String, StoredCell> before = contents(store());

        shut(store());
        MemoryStore again = reopen(store());

        try {
            assertThat(contents(again)).isEqualTo(before);
            assertThat(again.get("a")).contains(before.get("a"));
        } finally {
            close(again);
        }
    }

    @Test
    void revisionOfADeletedCellIsNotGivenAgainAfterReopening() throws Exception {
        long created = put(store(), numbered("a", 1), ABSENT);
        long deleted = store().commit(List.of(new Delete("a", created))).getFirst();

        shut(store());
        MemoryStore again = reopen(store());

        try {
            long recreated =
                    again.commit(List.of(new Put(numbered("a", 2), ABSENT))).getFirst();
            assertThat(recreated).isGreaterThan(deleted);
            assertThatExceptionOfType(StoreConflict.class)
                    .isThrownBy(() -> again.commit(List.of(new Put(numbered("a", 3), created))));
        } finally {
            close(again);
        }
    }

    @Test
    void closedStoreRefusesInASentence() throws Exception {
        put(store(), numbered("a", 1), ABSENT);

        shut(store());
        shut(store());

        assertThatIOException()
                .isThrownBy(() -> store().commit(List.of(new Put(numbered("b", 1), ABSENT))))
                .withMessageContaining("closed");
        assertThatIOException().isThrownBy(() -> store().get("a")).withMessageContaining("closed");
        assertThatIOException().isThrownBy(() -> store().scan(stored -> {})).withMessageContaining("closed");
        assertThat(store().problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("closed"));
    }

    @Test
    void closingAmidWritesKeepsEveryAcknowledgedOneAndNoOther() throws Exception {
        Map<String, Long> acknowledged = new ConcurrentHashMap<>();
        CountDownLatch underWay = new CountDownLatch(50);
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int writer = 0; writer < 8; writer++) {
                String prefix = "writer-" + writer + "-";
                running.add(writers.submit(() -> writeUntilClosed(prefix, acknowledged, underWay)));
            }
            assertThat(underWay.await(60, TimeUnit.SECONDS)).isTrue();
            shut(store());
            for (Future<?> writer : running) {
                writer.get(60, TimeUnit.SECONDS);
            }
        }

        MemoryStore again = reopen(store());
        try {
            Map<String, Long> stored = new ConcurrentHashMap<>();
            contents(again).forEach((id, cell) -> stored.put(id, cell.revision()));
            assertThat(stored).isEqualTo(acknowledged);
        } finally {
            close(again);
        }
    }

    private void writeUntilClosed(String prefix, Map<String, Long> acknowledged, CountDownLatch underWay) {
        for (int i = 0; ; i++) {
            try {
                acknowledged.put(prefix + i, put(store(), numbered(prefix + i, i), ABSENT));
                underWay.countDown();
            } catch (IOException closed) {
                assertThat(closed).hasMessageContaining("closed");
                return;
            } catch (StoreConflict e) {
                throw new AssertionError(e);
            }
        }
    }
}
