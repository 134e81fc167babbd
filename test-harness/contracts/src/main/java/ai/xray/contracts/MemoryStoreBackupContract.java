package ai.xray.contracts;

import static ai.xray.contracts.MemoryStoreCells.full;
import static ai.xray.contracts.MemoryStoreCells.number;
import static ai.xray.contracts.MemoryStoreCells.numbered;
import static ai.xray.contracts.StoreCalls.commit;
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
import ai.xray.memory.Refusal;
import ai.xray.memory.StoredCell;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a {@link MemoryStore} that is copied into a file has to do besides. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class MemoryStoreBackupContract {
    private static final int WRITERS = 4;

    @TempDir
    Path directory;

    private MemoryStore store;

    /** Opens a new store without cells. */
    protected abstract MemoryStore open() throws Exception;

    /** Closes a store of {@link #open()} or {@link #restore} and throws its cells away; does nothing the second time. */
    protected abstract void close(MemoryStore opened) throws Exception;

    /** Opens a store that starts from the copy, which stays as it is. */
    protected abstract MemoryStore restore(Path copy) throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = open();
    }

    @AfterEach
    void closeStore() throws Exception {
        close(store);
    }

    @Test
    void copyHoldsEveryCellAtItsRevisionAndCanBeWritten() throws Exception {
        put(store, full("full", Kind.STABLE_FACT), ABSENT);
        long created = put(store, numbered("gone", 1), ABSENT);
        long deleted = commit(store, new Delete("gone", created));
        Map<String, StoredCell> cells = contents(store);
        Path copy = directory.resolve("copy");

        store.backUp(copy);
        put(store, numbered("later", 1), ABSENT);

        MemoryStore restored = restore(copy);
        try {
            assertThat(contents(restored)).isEqualTo(cells);
            assertThat(restored.damage()).isEmpty();
            assertThat(put(restored, numbered("gone", 2), ABSENT)).isGreaterThan(deleted);
        } finally {
            close(restored);
        }
        assertThat(directory).isDirectoryNotContaining(file -> !file.equals(copy));
    }

    @Test
    void copyMadeAmidWritesHoldsAllThatWasAcknowledgedAndNoHalfCommit() throws Exception {
        AtomicLongArray acknowledged = new AtomicLongArray(WRITERS);
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                writers.add(threads.submit(() -> {
                    count(writer, acknowledged, done);
                    return null;
                }));
            }
            try {
                boolean writersWentOn = false;
                for (int round = 0; round < 5 || !writersWentOn; round++) {
                    long[] before = snapshot(acknowledged);
                    Path copy = directory.resolve("copy-" + round);
                    store.backUp(copy);
                    writersWentOn |= !Arrays.equals(before, snapshot(acknowledged));
                    assertWhole(copy, before);
                    Files.delete(copy);
                }
            } finally {
                done.set(true);
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
    }

    /** Commit <i>n</i> of a writer sets its cells left and right to <i>n</i> and creates one of its own. */
    private void count(int writer, AtomicLongArray acknowledged, AtomicBoolean done) throws Exception {
        List<Long> revisions = List.of(ABSENT, ABSENT);
        for (long number = 1; !done.get(); number++) {
            revisions = store.commit(List.of(
                    new Put(numbered("left-" + writer, number), revisions.get(0)),
                    new Put(numbered("right-" + writer, number), revisions.get(1)),
                    new Put(numbered(writer + "-" + number, number), ABSENT)));
            acknowledged.set(writer, number);
        }
    }

    private static long[] snapshot(AtomicLongArray acknowledged) {
        long[] numbers = new long[WRITERS];
        for (int writer = 0; writer < WRITERS; writer++) {
            numbers[writer] = acknowledged.get(writer);
        }
        return numbers;
    }

    private void assertWhole(Path copy, long[] acknowledged) throws Exception {
        MemoryStore restored = restore(copy);
        try {
            Map<String, StoredCell> cells = contents(restored);
            long expected = 0;
            for (int writer = 0; writer < WRITERS; writer++) {
                long left = numberIn(cells, "left-" + writer);
                assertThat(left).isGreaterThanOrEqualTo(acknowledged[writer]);
                assertThat(numberIn(cells, "right-" + writer)).isEqualTo(left);
                for (long i = 1; i <= left; i++) {
                    assertThat(numberIn(cells, writer + "-" + i)).isEqualTo(i);
                }
                expected += left == 0 ? 0 : left + 2;
            }
            assertThat(cells).as("nothing but whole commits").hasSize((int) expected);
        } finally {
            close(restored);
        }
    }

    private static long numberIn(Map<String, StoredCell> cells, String id) {
        StoredCell stored = cells.get(id);
        return stored == null ? 0 : number(stored.cell());
    }

    @Test
    void fileThatExistsIsLeftAsItIs() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "text");

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> store.backUp(file))
                .withMessageContaining(file.toString())
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.CONFLICT));

        assertThat(file).hasContent("text");
    }

    @Test
    void directoryThatIsMissingIsNamed() {
        Path missing = directory.resolve("missing");

        assertThatIOException()
                .isThrownBy(() -> store.backUp(missing.resolve("copy")))
                .withMessageContaining(missing.toString());

        assertThat(missing).doesNotExist();
    }

    @Test
    void interruptedCallerLeavesNothingBehind() {
        Thread.currentThread().interrupt();
        try {
            assertThatExceptionOfType(InterruptedIOException.class)
                    .isThrownBy(() -> store.backUp(directory.resolve("copy")));
        } finally {
            assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void closedStoreIsNotCopied() throws Exception {
        close(store);

        assertThatIOException()
                .isThrownBy(() -> store.backUp(directory.resolve("copy")))
                .withMessageContaining("closed");
        assertThat(directory).isEmptyDirectory();
    }
}
