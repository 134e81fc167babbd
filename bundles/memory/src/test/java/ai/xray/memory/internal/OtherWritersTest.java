package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.event.MemoryEvent;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.StoreChange;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is committed elsewhere may be heard late, twice or out of order. */
class OtherWritersTest {
    private final Room room;

    OtherWritersTest() throws IOException {
        room = Room.empty();
    }

    private static MemoryCell saying(String content) {
        return Room.cell("a").with().title("t").content(content).build();
    }

    @Test
    void cellOfAnotherWriterIsFound() throws IOException {
        room.store.putByOther(saying("walrus"));
        assertThat(room.found("walrus")).containsExactly("a");
        assertThat(room.listed()).containsExactly("a");
    }

    @Test
    void olderVersionNeverReplacesANewerOne() throws IOException {
        StoreChange old = room.store.putUnheard(saying("zebra"));
        room.agent().upsert(Draft.empty().id("a").content("walrus").build());
        room.events.clear();

        room.store.tell(old);

        assertThat(room.found("walrus")).containsExactly("a");
        assertThat(room.found("zebra")).isEmpty();
        assertThat(room.events)
                .filteredOn(event -> event instanceof MemoryEvent.Change)
                .isEmpty();
    }

    @Test
    void olderVersionNeverRevivesADeletedCell() throws IOException {
        StoreChange old = room.store.putUnheard(saying("zebra"));
        room.agent().delete("a", Optional.empty());
        room.store.tell(old);
        assertThat(room.listed()).isEmpty();
        assertThat(room.ranker.indexed()).isZero();
    }

    @Test
    void deleteHeardBeforeTheVersionItDeletedWins() throws IOException {
        StoreChange put = room.store.putUnheard(saying("zebra"));
        StoreChange delete = room.store.deleteUnheard("a");
        for (StoreChange change : List.of(delete, put, put, delete)) {
            room.store.tell(change);
        }
        assertThat(room.ranker.indexed()).isZero();
    }

    @Test
    void cellWrittenAgainAfterItsDeleteIsBack() throws IOException {
        room.store.putByOther(saying("one"));
        StoreChange delete = room.store.deleteUnheard("a");
        room.store.putByOther(saying("two"));
        room.store.tell(delete);
        assertThat(room.found("two")).containsExactly("a");
    }
}
