package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.AgentMemory;
import ai.xray.memory.CellDraft;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.NotFound;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {
    private static void together(List<Callable<Void>> tasks) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> done : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
                done.get();
            }
        }
    }

    @RepeatedTest(5)
    void corpusAndIndexEqualTheStoreAfterWritersOfTheSameIds() throws Exception {
        Room room = Room.empty();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            long seed = thread;
            tasks.add(() -> writeAtRandom(room, new Random(seed)));
        }
        tasks.add(() -> {
            Random random = new Random(99);
            for (int i = 0; i < 300; i++) {
                room.store.putByOther(Room.cell("c" + random.nextInt(10))
                        .with()
                        .content("marker other" + i)
                        .build());
            }
            return null;
        });
        together(tasks);

        List<String> stored =
                room.store.all().stream().map(cell -> cell.cell().id()).sorted().toList();
        assertThat(room.listed()).containsExactlyInAnyOrderElementsOf(stored);
        assertThat(room.ranker.indexed()).isEqualTo(stored.size());
        for (StoredCell cell : room.store.all()) {
            String lastWord = cell.cell().content().substring("marker ".length());
            assertThat(room.found(lastWord)).contains(cell.cell().id());
            assertThat(room.agent().get(cell.cell().id(), Optional.empty()).cell())
                    .isEqualTo(cell.cell());
        }
    }

    private static Void writeAtRandom(Room room, Random random) throws IOException {
        AgentMemory memory = room.agent();
        for (int i = 0; i < 500; i++) {
            String id = "c" + random.nextInt(10);
            if (random.nextInt(3) > 0) {
                memory.upsert(Draft.note("t", "marker w" + random.nextInt(1000))
                        .id(id)
                        .build());
            } else {
                try {
                    memory.delete(id, Optional.empty());
                } catch (NotFound e) {
                    assertThat(e.field()).contains("id"); // another thread was faster
                }
            }
            if (i % 25 == 0) {
                room.search("marker");
            }
        }
        return null;
    }

    @Test
    void secondWriteOfACellWaitsUntilTheFirstIsIndexed() throws Exception {
        Room room = Room.empty();
        CountDownLatch indexing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        room.ranker.beforePut(() -> {
            room.ranker.beforePut(() -> {});
            indexing.countDown();
            Room.await(() -> go.getCount() == 0);
        });
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<?> first = threads.submit(
                    () -> room.agent().upsert(Draft.note("t", "first").id("a").build()));
            Room.await(() -> indexing.getCount() == 0);
            AtomicReference<Thread> secondThread = new AtomicReference<>();
            Future<?> second = threads.submit(() -> {
                secondThread.set(Thread.currentThread());
                return room.agent().upsert(Draft.note("t", "second").id("a").build());
            });
            Room.await(() -> second.isDone()
                    || (secondThread.get() != null && secondThread.get().getState() == Thread.State.WAITING));
            assertThat(second.isDone()).isFalse();
            go.countDown();
            first.get(20, TimeUnit.SECONDS);
            second.get(20, TimeUnit.SECONDS);
        }
        assertThat(room.found("second")).containsExactly("a");
        assertThat(room.found("first")).isEmpty();
    }

    @Test
    void pipelinedWritesAreAllStoredAndFound() throws Exception {
        Room room = Room.empty();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            String number = "number" + i;
            tasks.add(() -> {
                room.agent().upsert(Draft.note("Same title", number).build());
                assertThat(room.found(number)).hasSize(1);
                return null;
            });
        }
        together(tasks);
        assertThat(room.store.all())
                .extracting(stored -> stored.cell().content())
                .hasSize(250)
                .doesNotHaveDuplicates();
    }

    @Test
    void concurrentUpdatesOfOneCellLoseNone() throws Exception {
        Room room = Room.empty();
        room.agent().upsert(Draft.note("t", "c").id("a").build());
        together(List.of(
                () -> update(room, i -> Draft.empty().id("a").title("title " + i)),
                () -> update(room, i -> Draft.empty().id("a").content("content " + i)),
                () -> update(room, i -> Draft.empty().id("a").tags("tag" + i)),
                () -> update(room, i -> Draft.empty().id("a").source("source " + i))));
        MemoryCell cell = room.agent().get("a", Optional.empty()).cell();
        assertThat(cell.title()).isEqualTo("title 199");
        assertThat(cell.content()).isEqualTo("content 199");
        assertThat(cell.tags()).containsExactly("tag199");
        assertThat(cell.source()).contains("source 199");
    }

    private interface Update {
        CellDraft.Builder number(int i);
    }

    private static Void update(Room room, Update update) throws IOException {
        for (int i = 0; i < 200; i++) {
            room.agent().upsert(update.number(i).build());
        }
        return null;
    }

    @Test
    void cellThatIsRewrittenAllTheTimeIsInEveryList() throws Exception {
        Room room = Room.empty();
        for (int i = 0; i < 20; i++) {
            room.agent().upsert(Draft.note("t", "c").id("c" + i).build());
        }
        together(List.of(
                () -> update(room, i -> {
                    room.clock.move(Duration.ofMillis(1));
                    return Draft.empty().id("c" + i % 20).content("x" + i);
                }),
                () -> {
                    for (int i = 0; i < 500; i++) {
                        assertThat(room.listed()).hasSize(20).doesNotHaveDuplicates();
                    }
                    return null;
                }));
    }
}
