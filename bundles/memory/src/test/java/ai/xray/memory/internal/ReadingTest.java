package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.CellDetail;
import ai.xray.memory.CellDraft;
import ai.xray.memory.CellPage;
import ai.xray.memory.Kind;
import ai.xray.memory.ListRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.NotFound;
import ai.xray.memory.Refusal;
import ai.xray.memory.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTest {
    private final Room room;

    ReadingTest() throws IOException {
        room = Room.empty();
    }

    private void write(CellDraft.Builder draft) throws IOException {
        room.agent().upsert(draft.build());
        room.clock.move(Duration.ofSeconds(1));
    }

    private List<String> listed(Optional<Kind> kind, Optional<Status> status, String... tags) throws IOException {
        ListRequest request = new ListRequest(kind, Optional.empty(), status, List.of(tags), 50, Optional.empty());
        return room.agent().list(request).cells().stream().map(MemoryCell::id).toList();
    }

    @Test
    void getTellsVisibleNeighboursOnly() throws IOException {
        write(Draft.note("a", "c").id("a").links("b", "hidden", "missing"));
        write(Draft.note("b", "c").id("b").evidenceRefs("a"));
        write(Draft.note("hidden", "c").id("hidden").ownedBy("u1").links("a"));
        write(Draft.note("c", "c").id("c").links("a"));

        CellDetail stranger = room.agent().get("a", Optional.empty());
        assertThat(stranger.links()).containsExactly("b");
        assertThat(stranger.citedBy()).containsExactly("c", "b");

        CellDetail owner = room.agent().get("a", Optional.of("u1"));
        assertThat(owner.links()).containsExactly("b", "hidden");
        assertThat(owner.citedBy()).containsExactly("c", "hidden", "b");
    }

    @Test
    void citationsFollowUpdates() throws IOException {
        write(Draft.note("a", "c").id("a"));
        write(Draft.note("b", "c").id("b").links("a"));
        write(Draft.empty().id("b").links());
        assertThat(room.agent().get("a", Optional.empty()).citedBy()).isEmpty();
    }

    @Test
    void cellPastItsDeadlineReadsAsStaleEverywhere() throws IOException {
        write(Draft.note("t", "c").id("a").kind(Kind.HYPOTHESIS));
        assertThat(listed(Optional.empty(), Optional.of(Status.ACTIVE))).containsExactly("a");

        room.clock.move(Duration.ofDays(1));

        assertThat(room.agent().get("a", Optional.empty()).cell().status()).isEqualTo(Status.STALE);
        assertThat(room.list(Optional.empty(), 5, Optional.empty())
                        .cells()
                        .getFirst()
                        .status())
                .isEqualTo(Status.STALE);
        assertThat(listed(Optional.empty(), Optional.of(Status.STALE))).containsExactly("a");
        assertThat(listed(Optional.empty(), Optional.of(Status.ACTIVE))).isEmpty();
        assertThat(room.found("t")).isEmpty();
    }

    @Test
    void missingAndHiddenCellsAreToldInTheSameWords() throws IOException {
        write(Draft.note("t", "c").id("hidden").ownedBy("u1"));
        for (Optional<String> subject : List.of(Optional.<String>empty(), Optional.of("u2"), Optional.of("U1"))) {
            assertThatThrownBy(() -> room.agent().get("hidden", subject))
                    .isInstanceOf(NotFound.class)
                    .hasMessage(new NotFound("hidden").getMessage());
        }
        assertThat(room.agent().get("hidden", Optional.of("u1")).cell().id()).isEqualTo("hidden");
    }

    @Test
    void listFiltersByKindStatusAndTags() throws IOException {
        write(Draft.note("a", "c").id("a").tags("x"));
        write(Draft.note("b", "c").id("b").kind(Kind.EVENT).tags("x", "y"));
        assertThat(listed(Optional.empty(), Optional.empty())).containsExactly("b", "a");
        assertThat(listed(Optional.of(Kind.NOTE), Optional.empty())).containsExactly("a");
        assertThat(listed(Optional.empty(), Optional.empty(), "x", "y")).containsExactly("b");
        assertThatThrownBy(() -> listed(Optional.of(Kind.SYSTEM_CONFIGURATION), Optional.empty()))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void pagesNeitherRepeatNorSkipWhileOthersWriteAndDelete() throws IOException {
        for (int i = 0; i < 25; i++) {
            write(Draft.note("t", "c").id("c%02d".formatted(i)));
        }
        List<String> seen = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        int page = 0;
        do {
            CellPage cells = room.list(Optional.empty(), 4, cursor);
            cells.cells().forEach(cell -> seen.add(cell.id()));
            cursor = cells.next();
            write(Draft.note("t", "new").id("new" + page));
            room.agent().delete(seen.getLast(), Optional.empty()); // the very cell the cursor stands on
            page++;
        } while (cursor.isPresent());

        assertThat(seen).hasSize(25).doesNotHaveDuplicates().allMatch(id -> id.startsWith("c"));
    }

    @Test
    void cellsOfOneInstantArePagedById() throws IOException {
        for (String id : List.of("d", "a", "c", "b")) {
            room.agent().upsert(Draft.note("t", id).id(id).build());
        }
        CellPage first = room.list(Optional.empty(), 3, Optional.empty());
        CellPage second = room.list(Optional.empty(), 3, first.next());
        assertThat(first.cells()).extracting(MemoryCell::id).containsExactly("a", "b", "c");
        assertThat(second.cells()).extracting(MemoryCell::id).containsExactly("d");
        assertThat(second.next()).isEmpty();
    }

    @Test
    void fullLastPageHasNoNext() throws IOException {
        write(Draft.note("t", "c").id("a"));
        assertThat(room.list(Optional.empty(), 1, Optional.empty()).next()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%", "abc", "bm90IGEgY3Vyc29y", "MjAyNi0xMS0zMFQxMjowMDowMFo", "////", "_w"})
    void foreignCursorIsRefusedByName(String cursor) {
        assertThatThrownBy(() -> room.list(Optional.empty(), 5, Optional.of(cursor)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).contains("cursor"));
    }

    @Test
    void listLimitIsClampedTo200() throws IOException {
        assertThat(room.list(Optional.empty(), 5000, Optional.empty()).limit()).isEqualTo(200);
        assertThatThrownBy(() -> room.list(Optional.empty(), 0, Optional.empty()))
                .hasMessageContaining("from 1 to 200");
    }
}
