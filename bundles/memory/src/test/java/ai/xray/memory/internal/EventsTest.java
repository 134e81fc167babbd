package ai.xray.memory.internal;

import static ai.xray.event.MemoryEvent.Operation.CREATED;
import static ai.xray.event.MemoryEvent.Operation.DELETED;
import static ai.xray.event.MemoryEvent.Operation.UPDATED;
import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.event.MemoryEvent;
import ai.xray.event.MemoryEvent.Change;
import ai.xray.event.MemoryEvent.Hit;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Scope;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventsTest {
    private static final Optional<String> ALL = Optional.empty();

    private final Room room;

    EventsTest() throws IOException {
        room = Room.empty();
    }

    private List<MemoryEvent> drained() {
        List<MemoryEvent> heard = List.copyOf(room.events);
        room.events.clear();
        return heard;
    }

    @Test
    void everyWriteIsTold() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("a").build());
        room.agent().upsert(Draft.empty().id("a").content("other").build());
        room.agent().upsert(Draft.empty().id("a").content("other").build());
        room.agent().delete("a", ALL);
        assertThat(drained())
                .containsExactly(
                        new Change(CREATED, "a", Kind.NOTE, ALL),
                        new Change(UPDATED, "a", Kind.NOTE, ALL),
                        new Change(DELETED, "a", Kind.NOTE, ALL));
    }

    @Test
    void privateChangeIsForItsOwnerAlone() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("a").ownedBy("u1").build());
        room.agent().delete("a", Optional.of("u1"));
        assertThat(drained())
                .containsExactly(
                        new Change(CREATED, "a", Kind.NOTE, Optional.of("u1")),
                        new Change(DELETED, "a", Kind.NOTE, Optional.of("u1")));
    }

    @Test
    void cellThatTurnsPrivateIsDeletedForEveryoneElse() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("a").build());
        drained();
        room.agent().upsert(Draft.empty().id("a").ownedBy("u1").build());
        room.agent()
                .upsert(Draft.empty().id("a").subject("u1").scope(Scope.PUBLIC).build());
        assertThat(drained())
                .containsExactly(
                        new Change(DELETED, "a", Kind.NOTE, ALL),
                        new Change(CREATED, "a", Kind.NOTE, Optional.of("u1")),
                        new Change(DELETED, "a", Kind.NOTE, Optional.of("u1")),
                        new Change(CREATED, "a", Kind.NOTE, ALL));
    }

    @Test
    void privateCellWithoutASubjectIsToldToNobody() {
        room.store.putByOther(Room.cell("a").with().scope(Scope.PRIVATE).build());
        assertThat(drained()).isEmpty();
    }

    @Test
    void whatOthersWriteIsTold() {
        MemoryCell cell = Room.cell("a");
        room.store.putByOther(cell);
        room.store.putByOther(cell.with().title("x").build());
        room.store.tell(room.store.deleteUnheard("a"));
        assertThat(drained())
                .extracting(event -> ((Change) event).operation())
                .containsExactly(CREATED, UPDATED, DELETED);
    }

    @Test
    void searchTellsItsSharedHits() throws IOException {
        room.agent().upsert(Draft.note("walrus", "c").id("a").build());
        room.agent().upsert(Draft.note("walrus", "c").id("p").ownedBy("u1").build());
        drained();

        room.search("walrus", Optional.of("u1"));
        assertThat(drained()).containsExactly(new Hit(List.of("a"), "walrus", List.of(Kind.NOTE), Optional.of("u1")));

        room.agent().delete("a", ALL);
        drained();
        room.search("walrus", Optional.of("u1"));
        room.search("nothing", ALL);
        assertThat(drained()).isEmpty();
    }

    @Test
    void failingListenerHindersNeitherTheWriteNorTheOthers() throws IOException {
        room.service.addListener(event -> {
            throw new IllegalStateException("broken");
        });
        room.service.addListener(room.events::add);
        room.agent().upsert(Draft.note("t", "c").id("a").build());
        assertThat(drained()).hasSize(2);
        assertThat(room.listed()).containsExactly("a");
    }
}
