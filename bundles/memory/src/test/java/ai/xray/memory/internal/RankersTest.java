package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.SearchReply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RankersTest {
    private static final Map<String, Object> FIRST = Map.of("service.id", 1L);
    private static final Map<String, Object> SECOND = Map.of("service.id", 2L);

    private static String mode(Room room) {
        try {
            return room.search("content").mode();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void withoutARankerRecentCellsAreShownAndTheReplySaysWhy() throws IOException {
        Room room = Room.withoutRanker(new MapStore().with(Room.cell("a"), Room.cell("b")));
        SearchReply reply = room.search("nothing like it");
        assertThat(Room.ids(reply)).containsExactly("a", "b");
        assertThat(reply.mode()).isEqualTo("recent");
        assertThat(reply.degraded()).hasValueSatisfying(why -> assertThat(why).contains("no ranker"));
    }

    @Test
    void rankerThatIsThereFromTheStartIsUsedAtOnce() throws IOException {
        Room room = Room.over(new MapStore().with(Room.cell("a"), Room.cell("b")));
        assertThat(mode(room)).isEqualTo("lexical");
        assertThat(room.ranker.indexed()).isEqualTo(2);
    }

    @Test
    void rankerThatArrivesIsUsedOnceItsIndexIsFull() throws Exception {
        Room room = Room.withoutRanker(new MapStore().with(Room.cell("a"), Room.cell("b")));
        CountDownLatch filling = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        WordRanker late = new WordRanker();
        late.beforePut(() -> {
            filling.countDown();
            awaitUninterrupted(go);
        });
        room.service.addRanker(late, FIRST);

        assertThat(filling.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(mode(room)).isEqualTo("recent");

        go.countDown();
        Room.await(() -> mode(room).equals("lexical"));
        assertThat(room.found("content")).containsExactly("a", "b");
    }

    @Test
    void writesDuringTheFillAreInTheIndexAfterIt() throws Exception {
        MapStore store = new MapStore();
        for (int i = 0; i <= 20; i++) {
            store.with(Room.cell("c%03d".formatted(i)));
        }
        Room room = Room.withoutRanker(store);
        Thread test = Thread.currentThread();
        CountDownLatch filling = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        WordRanker late = new WordRanker();
        late.beforePut(() -> {
            if (!Thread.currentThread().equals(test)) {
                filling.countDown();
                awaitUninterrupted(go); // at the first cell, with all the others scanned but not yet put
            }
        });
        room.service.addRanker(late, FIRST);
        assertThat(filling.await(20, TimeUnit.SECONDS)).isTrue();
        for (int i = 1; i <= 20; i += 2) {
            room.agent().delete("c%03d".formatted(i), Optional.empty());
            room.agent()
                    .upsert(Draft.empty()
                            .id("c%03d".formatted(i + 1))
                            .content("walrus")
                            .build());
        }
        go.countDown();
        Room.await(() -> mode(room).equals("lexical"));
        assertThat(late.indexed()).isEqualTo(11);
        assertThat(room.found("walrus")).hasSize(10);
    }

    @Test
    void swapOfRankersFailsNoSearch() throws IOException {
        Room room = Room.over(new MapStore().with(Room.cell("a")));
        WordRanker next = new WordRanker();
        room.service.addRanker(next, SECOND);
        Room.await(() -> next.indexed() == 1);
        for (int i = 0; i < 100; i++) {
            assertThat(room.found("content")).containsExactly("a");
            if (i == 50) {
                room.service.removeRanker(room.ranker);
            }
        }
        Room.await(() -> mode(room).equals("lexical"));
        room.service.removeRanker(next);
        assertThat(mode(room)).isEqualTo("recent");
    }

    @Test
    void rankerThatFailsToIndexIsLeftOutAndTheWriteStands() throws IOException {
        Room room = Room.empty();
        room.ranker.beforePut(() -> {
            throw new IllegalStateException("broken");
        });
        room.agent().upsert(Draft.note("t", "c").id("a").build());
        assertThat(mode(room)).isEqualTo("recent");
        assertThat(room.listed()).containsExactly("a");
    }

    @Test
    void fillIsTriedAgainWhenTheStoreFails() throws IOException {
        Room room = Room.withoutRanker(new MapStore().with(Room.cell("a")));
        room.store.fail(true);
        room.service.addRanker(room.ranker, FIRST);
        room.store.fail(false);
        Room.await(() -> mode(room).equals("lexical"));
        assertThat(room.found("content")).containsExactly("a");
    }

    @Test
    void failedLoadLetsGoOfTheStore() {
        MapStore store = new MapStore();
        store.fail(true);
        assertThatThrownBy(() -> Room.over(store)).isInstanceOf(IOException.class);
        assertThat(store.listening()).isZero();
    }

    @Test
    void closingLetsGoOfTheStore() throws IOException {
        Room room = Room.over(new MapStore());
        assertThat(room.store.listening()).isEqualTo(1);
        room.service.close();
        assertThat(room.store.listening()).isZero();
        assertThat(List.of(room.service.part())).containsExactly("memory");
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new AssertionError("waited in vain");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
