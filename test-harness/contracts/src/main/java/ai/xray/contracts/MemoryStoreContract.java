package ai.xray.contracts;

import static ai.xray.contracts.MemoryStoreCells.full;
import static ai.xray.contracts.MemoryStoreCells.number;
import static ai.xray.contracts.MemoryStoreCells.numbered;
import static ai.xray.memory.MemoryWrite.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Delete;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link MemoryStore} has to do. A store that keeps its cells extends {@link MemoryStoreDurabilityContract}. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class MemoryStoreContract {
    private static final int WRITERS = 8;

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

    // One writer

    @Test
    void newStoreIsEmptyAndWithoutProblem() throws Exception {
        assertThat(contents(store)).isEmpty();
        assertThat(store.get("anything")).isEmpty();
        assertThat(store.problem()).isEmpty();
    }

    @Test
    void createdCellIsReadBackAtItsRevision() throws Exception {
        MemoryCell cell = numbered("a", 1);

        long revision = put(cell, ABSENT);

        assertThat(revision).isPositive();
        assertThat(store.get("a")).contains(new StoredCell(cell, revision));
    }

    @Test
    void updateReplacesTheCellAtANewRevision() throws Exception {
        long first = put(numbered("a", 1), ABSENT);

        long second = put(numbered("a", 2), first);

        assertThat(second).isGreaterThan(first);
        assertThat(store.get("a")).contains(new StoredCell(numbered("a", 2), second));
    }

    @Test
    void writeOfAnOldRevisionConflictsAndChangesNothing() throws Exception {
        long first = put(numbered("a", 1), ABSENT);
        long second = put(numbered("a", 2), first);

        assertConflict("a", new Put(numbered("a", 3), first));
        assertConflict("a", new Put(numbered("a", 3), second + 1));
        assertConflict("a", new Delete("a", first));

        assertThat(store.get("a")).contains(new StoredCell(numbered("a", 2), second));
    }

    @Test
    void creationConflictsWithAnExistingCell() throws Exception {
        long revision = put(numbered("a", 1), ABSENT);

        assertConflict("a", new Put(numbered("a", 2), ABSENT));

        assertThat(store.get("a")).contains(new StoredCell(numbered("a", 1), revision));
    }

    @Test
    void updateAndDeleteOfAnAbsentCellConflict() throws Exception {
        assertConflict("a", new Put(numbered("a", 1), 7));
        assertConflict("a", new Delete("a", 7));

        assertThat(contents(store)).isEmpty();
    }

    @Test
    void oneConflictUndoesTheWholeCommit() throws Exception {
        long kept = put(numbered("kept", 1), ABSENT);
        long gone = put(numbered("gone", 1), ABSENT);

        assertConflict(
                "stale",
                new Put(numbered("new", 1), ABSENT),
                new Put(numbered("kept", 2), kept),
                new Delete("gone", gone),
                new Put(numbered("stale", 1), 99),
                new Put(numbered("later", 1), ABSENT));

        assertThat(contents(store))
                .isEqualTo(Map.of(
                        "kept", new StoredCell(numbered("kept", 1), kept),
                        "gone", new StoredCell(numbered("gone", 1), gone)));
    }

    @Test
    void oneCommitCreatesUpdatesAndDeletes() throws Exception {
        long updated = put(numbered("updated", 1), ABSENT);
        long deleted = put(numbered("deleted", 1), ABSENT);

        List<Long> revisions = store.commit(List.of(
                new Delete("deleted", deleted),
                new Put(numbered("created", 1), ABSENT),
                new Put(numbered("updated", 2), updated)));

        assertThat(revisions).hasSize(3).doesNotHaveDuplicates().allMatch(revision -> revision > deleted);
        assertThat(contents(store))
                .isEqualTo(Map.of(
                        "created", new StoredCell(numbered("created", 1), revisions.get(1)),
                        "updated", new StoredCell(numbered("updated", 2), revisions.get(2))));
    }

    @Test
    void deletedCellIsGoneAndItsRevisionsNeverComeBack() throws Exception {
        long created = put(numbered("a", 1), ABSENT);
        long deleted = commit(new Delete("a", created));
        assertThat(deleted).isGreaterThan(created);
        assertThat(store.get("a")).isEmpty();
        assertConflict("a", new Put(numbered("a", 2), created));
        assertConflict("a", new Put(numbered("a", 2), deleted));

        long again = put(numbered("a", 3), ABSENT);

        assertThat(again).isGreaterThan(deleted);
        assertConflict("a", new Put(numbered("a", 4), created));
    }

    @Test
    void deleteThatExpectsAbsenceIsDoneWhenThereIsNoSuchCell() throws Exception {
        long revision = put(numbered("a", 1), ABSENT);

        assertThat(commit(new Delete("b", ABSENT))).isGreaterThan(revision);
        assertConflict("a", new Delete("a", ABSENT));
    }

    @Test
    void commitOfNothingOrOfOneIdTwiceIsRefused() throws Exception {
        assertThatIllegalArgumentException().isThrownBy(() -> store.commit(List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        store.commit(List.of(new Put(numbered("a", 1), ABSENT), new Put(numbered("a", 2), ABSENT))));

        assertThat(contents(store)).isEmpty();
    }

    // Values

    @Test
    void idsThatLookAlikeAreDifferentCells() throws Exception {
        List<String> ids = List.of(
                "a",
                "A",
                "a ",
                " a",
                "a/b",
                "a//b",
                "../a",
                "a%2Fb",
                "a%",
                "a_",
                "ab",
                "a'b",
                "a\"b",
                "a\\b",
                "'; DROP TABLE cell; --",
                "é",
                "e\u0301",
                "straße",
                "STRASSE",
                "strasse",
                "ı",
                "İ",
                "今天",
                "🧭",
                "1",
                "01",
                "1.0",
                "null",
                "x".repeat(MemoryCell.MAX_ID_CHARS));
        List<MemoryWrite> writes = new ArrayList<>();
        for (String id : ids) {
            writes.add(new Put(numbered(id, writes.size()), ABSENT));
        }

        store.commit(writes);

        Map<String, StoredCell> found = store.get(ids);
        assertThat(found).containsOnlyKeys(ids);
        for (int i = 0; i < ids.size(); i++) {
            assertThat(found.get(ids.get(i)).cell()).isEqualTo(numbered(ids.get(i), i));
            assertThat(store.get(ids.get(i))).contains(found.get(ids.get(i)));
        }
        assertThat(contents(store)).isEqualTo(found);
        assertThat(store.get(List.of("b", "aB", "E\u0301", "É", "a\uD800"))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyFieldComesBackAsItWasWritten(Kind kind) throws Exception {
        MemoryCell cell = full("full", kind);

        long revision = put(cell, ABSENT);

        StoredCell expected = new StoredCell(cell, revision);
        assertThat(store.get("full")).contains(expected);
        assertThat(contents(store)).isEqualTo(Map.of("full", expected));
    }

    @Test
    void unknownFieldsSurviveAReadAndAWrite() throws Exception {
        long first = put(full("a", Kind.STABLE_FACT), ABSENT);
        MemoryCell read = store.get("a").orElseThrow().cell();

        put(read.with().title("Another title").build(), first);

        assertThat(store.get("a").orElseThrow().cell())
                .isEqualTo(full("a", Kind.STABLE_FACT)
                        .with()
                        .title("Another title")
                        .build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ü", "语", "🧭", "\"", "\n"})
    void contentOfTheLargestSizeComesBackToTheByte(String letter) throws Exception {
        int bytes = letter.getBytes(StandardCharsets.UTF_8).length;
        String content =
                letter.repeat(MemoryCell.MAX_CONTENT_BYTES / bytes) + "y".repeat(MemoryCell.MAX_CONTENT_BYTES % bytes);
        assertThat(content.getBytes(StandardCharsets.UTF_8)).hasSize(MemoryCell.MAX_CONTENT_BYTES);

        put(numbered("a", 1).with().content(content).build(), ABSENT);

        assertThat(store.get("a").orElseThrow().cell().content()).isEqualTo(content);
    }

    // Reads

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 50, 255, 256, 257, 700})
    void manyIdsAreReadAtOnce(int wanted) throws Exception {
        List<MemoryWrite> writes = new ArrayList<>();
        Set<String> existing = new HashSet<>();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < wanted; i++) {
            writes.add(new Put(numbered("cell-" + i, i), ABSENT));
            existing.add("cell-" + i);
            ids.add("cell-" + i);
            ids.add("absent-" + i);
            ids.add("cell-" + i / 2);
        }
        writes.add(new Put(numbered("not asked for", 0), ABSENT));
        store.commit(writes);

        Map<String, StoredCell> found = store.get(ids);

        assertThat(found.keySet()).isEqualTo(existing);
        assertThat(found)
                .allSatisfy((id, stored) -> assertThat(stored.cell().id()).isEqualTo(id));
    }

    @Test
    void scanShowsOneStateWhileCommitsGoOn() throws Exception {
        List<MemoryWrite> writes = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            writes.add(new Put(numbered("cell-" + i, i), ABSENT));
        }
        store.commit(writes);
        Map<String, StoredCell> before = contents(store);

        Map<String, StoredCell> seen = new HashMap<>();
        try (ExecutorService other = Executors.newVirtualThreadPerTaskExecutor()) {
            store.scan(stored -> {
                if (seen.isEmpty()) {
                    finish(other.submit(() -> rewriteAll(before)));
                }
                assertThat(seen.put(stored.cell().id(), stored)).isNull();
            });
        }

        assertThat(seen).isEqualTo(before);
        assertThat(contents(store))
                .hasSize(501)
                .allSatisfy((id, stored) -> assertThat(number(stored.cell())).isEqualTo(-1));
    }

    private Void rewriteAll(Map<String, StoredCell> cells) throws IOException, StoreConflict {
        List<MemoryWrite> writes = new ArrayList<>();
        cells.forEach((id, stored) -> writes.add(new Put(numbered(id, -1), stored.revision())));
        writes.add(new Put(numbered("added", -1), ABSENT));
        store.commit(writes);
        return null;
    }

    @Test
    void visitorMayReadTheStore() throws Exception {
        put(numbered("a", 1), ABSENT);
        put(numbered("b", 2), ABSENT);
        List<StoredCell> read = new ArrayList<>();

        store.scan(stored -> {
            try {
                read.add(store.get(stored.cell().id()).orElseThrow());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });

        assertThat(read).hasSize(2);
    }

    @Test
    void failureOfTheVisitorEndsTheScanAndHarmsNothing() throws Exception {
        put(numbered("a", 1), ABSENT);
        IllegalStateException failure = new IllegalStateException("enough");

        for (int i = 0; i < 50; i++) {
            assertThatThrownBy(() -> store.scan(stored -> {
                        throw failure;
                    }))
                    .isSameAs(failure);
        }

        put(numbered("b", 2), ABSENT);
        assertThat(contents(store)).containsOnlyKeys("a", "b");
        assertThat(store.problem()).isEmpty();
    }

    // Many writers

    @Test
    void noIncrementIsLostAmongCompetingWriters() throws Exception {
        int increments = 40;
        List<String> counters = List.of("counter-0", "counter-1", "counter-2");
        for (String counter : counters) {
            put(numbered(counter, 0), ABSENT);
        }

        inParallel(WRITERS, writer -> {
            for (int i = 0; i < increments; i++) {
                increment(counters.get((writer + i) % counters.size()));
            }
        });

        long total = 0;
        for (StoredCell counter : contents(store).values()) {
            total += number(counter.cell());
        }
        assertThat(total).isEqualTo((long) WRITERS * increments);
    }

    private void increment(String counter) throws IOException {
        while (true) {
            StoredCell read = store.get(counter).orElseThrow();
            try {
                store.commit(List.of(new Put(numbered(counter, number(read.cell()) + 1), read.revision())));
                return;
            } catch (StoreConflict lost) {
                assertThat(lost.id()).isEqualTo(counter);
            }
        }
    }

    @Test
    void conflictOfOneWriterDoesNotFailTheOthers() throws Exception {
        put(numbered("taken", 0), ABSENT);

        inParallel(WRITERS, writer -> {
            for (int i = 0; i < 30; i++) {
                if (writer % 2 == 0) {
                    put(numbered("cell-%d-%d".formatted(writer, i), i), ABSENT);
                } else {
                    assertConflict(
                            "taken",
                            new Put(numbered("cell-%d-%d".formatted(writer, i), i), ABSENT),
                            new Put(numbered("taken", i), ABSENT));
                }
            }
        });

        Map<String, StoredCell> all = contents(store);
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
                pending.put(cell.id(), clients.submit(() -> put(cell, ABSENT)));
            }
            for (Map.Entry<String, Future<Long>> write : pending.entrySet()) {
                acknowledged.put(write.getKey(), write.getValue().get());
            }
        }

        Map<String, Long> stored = new HashMap<>();
        contents(store).forEach((id, cell) -> stored.put(id, cell.revision()));
        assertThat(stored).isEqualTo(acknowledged);
        assertThat(new HashSet<>(acknowledged.values())).hasSize(250);
    }

    @Test
    void readsBesideWritesNeverSeeHalfACommit() throws Exception {
        int rounds = 150;
        List<Long> revisions =
                store.commit(List.of(new Put(numbered("left", 0), ABSENT), new Put(numbered("right", 0), ABSENT)));
        AtomicBoolean done = new AtomicBoolean();

        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> reads = new ArrayList<>();
            reads.add(readers.submit(() -> watchPairs(done, () -> contents(store))));
            reads.add(readers.submit(() -> watchPairs(done, () -> store.get(List.of("left", "right")))));
            try {
                for (int i = 1; i <= rounds; i++) {
                    revisions = store.commit(List.of(
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

    // Random histories

    /** One step of a history: writes to few ids, each with or without the revision the store holds. */
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

    // Shorthands

    /** Commits one put; its revision. */
    protected final long put(MemoryCell cell, long expected) throws IOException, StoreConflict {
        return commit(new Put(cell, expected));
    }

    private long commit(MemoryWrite write) throws IOException, StoreConflict {
        List<Long> revisions = store.commit(List.of(write));
        assertThat(revisions).hasSize(1);
        return revisions.getFirst();
    }

    private void assertConflict(String id, MemoryWrite... writes) {
        assertThatExceptionOfType(StoreConflict.class)
                .isThrownBy(() -> store.commit(List.of(writes)))
                .satisfies(conflict -> assertThat(conflict.id()).isEqualTo(id));
    }

    /** All cells of a store by id, each of which the scan showed once. */
    protected static Map<String, StoredCell> contents(MemoryStore scanned) throws IOException {
        Map<String, StoredCell> all = new HashMap<>();
        scanned.scan(stored -> assertThat(all.put(stored.cell().id(), stored))
                .as("cell %s seen before", stored.cell().id())
                .isNull());
        return all;
    }

    /** What one of several writers does. */
    protected interface Work {
        void run(int writer) throws Exception;
    }

    /** Runs {@code work} on {@code count} threads at once and waits for all; fails when one fails. */
    protected static void inParallel(int count, Work work) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int writer = i;
                running.add(threads.submit(() -> {
                    work.run(writer);
                    return null;
                }));
            }
            for (Future<?> writer : running) {
                writer.get();
            }
        }
    }

    private static void finish(Future<?> other) {
        try {
            other.get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("a commit beside a scan did not return", e);
        }
    }
}
