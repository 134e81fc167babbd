package ai.xray.contracts;

import static ai.xray.contracts.MemoryStoreCells.numbered;
import static ai.xray.contracts.StoreCalls.contents;
import static ai.xray.memory.MemoryWrite.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Delete;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link MemoryStore} has to do. The test of an implementation extends this class and thereby inherits its nested
 * ones, each about one aspect; a store that keeps its cells extends {@link MemoryStoreDurabilityContract}, and one that is
 * copied into a file also meets {@link MemoryStoreBackupContract}.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class MemoryStoreContract {
    /** The store of one test; a property opens its own. */
    private MemoryStore store;

    /** Opens a new store without cells; several may be open at a time. */
    protected abstract MemoryStore open() throws Exception;

    /** Closes a store of {@link #open()} and throws its cells away. */
    protected abstract void close(MemoryStore opened) throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = open();
    }

    @AfterEach
    void closeStore() throws Exception {
        close(store);
    }

    /** The store the running test works on. */
    protected final MemoryStore store() {
        return store;
    }

    @Nested
    class Committing extends CommittingSuite {
        Committing() {
            super(MemoryStoreContract.this::store);
        }
    }

    @Nested
    class Documents extends DocumentsSuite {
        Documents() {
            super(MemoryStoreContract.this::store);
        }
    }

    @Nested
    class Reading extends ReadingSuite {
        Reading() {
            super(MemoryStoreContract.this::store);
        }
    }

    @Nested
    class Concurrency extends ConcurrencySuite {
        Concurrency() {
            super(MemoryStoreContract.this::store);
        }
    }

    /** One step of a random history: writes to few ids, each with or without the revision the store holds. */
    record Step(List<RandomWrite> writes) {}

    /** @param wrong whether the write expects a revision the store does not hold */
    record RandomWrite(String id, boolean delete, boolean wrong, long number) {}

    @Property(tries = 40, shrinking = ShrinkingMode.BOUNDED)
    void randomHistoriesEndAsInAMap(@ForAll("histories") List<Step> history) throws Exception {
        MemoryStore random = open();
        try {
            Map<String, StoredCell> model = new HashMap<>();
            long newest = 0;
            for (Step step : history) {
                newest = take(step, random, model, newest);
                assertThat(random.get(List.of("a", "A", "b", "c"))).isEqualTo(model);
            }
            assertThat(contents(random)).isEqualTo(model);
        } finally {
            close(random);
        }
    }

    /** Takes the step on the store and on its model; the newest revision after it. */
    private static long take(Step step, MemoryStore random, Map<String, StoredCell> model, long newest)
            throws IOException {
        List<MemoryWrite> writes = new ArrayList<>();
        Set<String> conflicts = new HashSet<>();
        for (RandomWrite write : step.writes()) {
            long held = model.containsKey(write.id()) ? model.get(write.id()).revision() : ABSENT;
            long expected = held + (write.wrong() ? 1 + write.number() : 0);
            writes.add(
                    write.delete()
                            ? new Delete(write.id(), expected)
                            : new Put(numbered(write.id(), write.number()), expected));
            if (write.wrong()) {
                conflicts.add(write.id());
            }
        }
        try {
            List<Long> revisions = random.commit(writes);
            assertThat(conflicts).isEmpty();
            assertThat(revisions).hasSameSizeAs(writes).doesNotHaveDuplicates();
            long before = newest;
            assertThat(revisions).allMatch(revision -> revision > before);
            for (int i = 0; i < writes.size(); i++) {
                switch (writes.get(i)) {
                    case Put put -> model.put(put.id(), new StoredCell(put.cell(), revisions.get(i)));
                    case Delete delete -> model.remove(delete.id());
                }
                newest = Math.max(newest, revisions.get(i));
            }
        } catch (StoreConflict conflict) {
            assertThat(conflicts).contains(conflict.id());
        }
        return newest;
    }

    @Provide
    Arbitrary<List<Step>> histories() {
        Arbitrary<RandomWrite> write = Combinators.combine(
                        Arbitraries.of("a", "A", "b", "c"),
                        Arbitraries.of(false, false, true),
                        Arbitraries.of(false, false, false, false, true),
                        Arbitraries.longs().between(0, 1000))
                .as(RandomWrite::new);
        return write.list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .uniqueElements(RandomWrite::id)
                .map(Step::new)
                .list()
                .ofMaxSize(25);
    }
}
