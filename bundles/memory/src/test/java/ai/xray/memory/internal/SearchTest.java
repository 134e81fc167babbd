package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import ai.xray.memory.Scope;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchTest {
    private final Room room;

    SearchTest() throws IOException {
        room = Room.empty();
    }

    private void write(CellDraft.Builder draft) throws IOException {
        room.agent().upsert(draft.build());
        room.clock.move(Duration.ofSeconds(1));
    }

    private SearchReply search(String query, Set<Kind> kinds, List<String> tags, int limit, boolean links)
            throws IOException {
        return room.agent().search(new SearchRequest(query, kinds, Optional.empty(), tags, limit, links));
    }

    @Test
    void writtenCellIsFoundAtOnceAndRankedInOrder() throws IOException {
        write(Draft.note("old", "walrus tusks").id("old"));
        write(Draft.note("best", "walrus tusks in winter").id("best"));
        write(Draft.note("new", "walrus tusks").id("new"));

        SearchReply reply = room.search("walrus tusks winter");

        assertThat(Room.ids(reply)).containsExactly("best", "new", "old");
        assertThat(reply.mode()).isEqualTo("lexical");
        assertThat(reply.limit()).isEqualTo(10);
        assertThat(reply.degraded()).isEmpty();
        assertThat(reply.results().getFirst().matched()).containsExactly("lexical");
        assertThat(reply.results().getFirst().cell().content()).isEqualTo("walrus tusks in winter");
    }

    @Test
    void onlyActiveCellsAreFound() throws IOException {
        List<MemoryCell> cells = new ArrayList<>();
        for (Status status : Status.values()) {
            cells.add(Room.cell(status.wire()).with().status(status).build());
        }
        cells.add(Room.cell("deadline")
                .with()
                .staleAfter(room.clock.instant().plusSeconds(60))
                .build());
        Room seeded = Room.over(new MapStore().with(cells.toArray(MemoryCell[]::new)));

        assertThat(seeded.found("content")).containsExactly("active", "deadline");
        seeded.clock.move(Duration.ofSeconds(60));
        assertThat(seeded.found("content")).containsExactly("active");
        assertThat(seeded.found("")).containsExactly("active");
    }

    @Test
    void deletedExpiredAndSupersededCellsTakeNoPlace() throws IOException {
        MapStore store = new MapStore();
        for (int i = 0; i < 12; i++) {
            MemoryCell.Builder cell = Room.cell("c%02d".formatted(i)).with();
            cell.status(i == 3 || i == 4 ? Status.STALE : i == 5 ? Status.SUPERSEDED : Status.ACTIVE);
            store.with(cell.build());
        }
        Room seeded = Room.over(store);
        for (String id : List.of("c00", "c01", "c02")) {
            seeded.agent().delete(id, Optional.empty());
        }
        SearchReply reply =
                seeded.agent().search(new SearchRequest("content", Set.of(), Optional.empty(), List.of(), 5, false));
        assertThat(Room.ids(reply)).containsExactly("c06", "c07", "c08", "c09", "c10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "|", "*", "?!", "\n"})
    void queryWithoutWordsAnswersRecentCells(String query) throws IOException {
        write(Draft.note("first", "c").id("first"));
        write(Draft.note("second", "c").id("second"));

        SearchReply reply = room.search(query);

        assertThat(reply.mode()).isEqualTo("recent");
        assertThat(Room.ids(reply)).containsExactly("second", "first");
        assertThat(reply.degraded()).isEmpty();
    }

    @Test
    void filtersByKindAndByAllTags() throws IOException {
        write(Draft.note("walrus", "1").id("a").tags("x", "y"));
        write(Draft.note("walrus", "2").id("b").tags("x"));
        write(Draft.note("walrus", "3").id("c").kind(Kind.EVENT).tags("y", "x"));

        assertThat(Room.ids(search("walrus", Set.of(), List.of("x", "y"), 10, false)))
                .containsExactly("c", "a");
        assertThat(Room.ids(search("walrus", Set.of(Kind.NOTE), List.of(), 10, false)))
                .containsExactly("b", "a");
        assertThat(Room.ids(search("walrus", Set.of(Kind.NOTE), List.of(" y "), 10, false)))
                .containsExactly("a");
    }

    @Test
    void serverKindIsRefusedAsAFilterAndEpisodicCellsAreNotFound() throws IOException {
        assertThatThrownBy(() -> search("x", Set.of(Kind.EPISODIC), List.of(), 10, false))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).contains("kinds"));
        Room seeded = Room.over(
                new MapStore().with(Room.cell("e").with().kind(Kind.EPISODIC).build()));
        assertThat(seeded.found("content")).isEmpty();
        assertThat(seeded.found("")).isEmpty();
        assertThat(seeded.listed()).isEmpty();
    }

    @Test
    void limitIsClampedFromAboveAndRefusedFromBelow() throws IOException {
        for (int i = 0; i < 60; i++) {
            write(Draft.note("walrus", "w" + i).id("w" + i));
        }
        for (int limit : List.of(51, 1_000_000_000, Integer.MAX_VALUE)) {
            SearchReply reply = search("walrus", Set.of(), List.of(), limit, false);
            assertThat(reply.limit()).isEqualTo(50);
            assertThat(reply.results()).hasSize(50);
        }
        for (int limit : List.of(0, -1, Integer.MIN_VALUE)) {
            assertThatThrownBy(() -> search("walrus", Set.of(), List.of(), limit, false))
                    .hasMessageContaining("limit:")
                    .hasMessageContaining("from 1 to 50");
        }
    }

    @Test
    void longQueryIsCutAtAWordAndTheReplySaysSo() throws IOException {
        write(Draft.note("walrus", "c").id("a"));
        String query = "walrus " + "filler ".repeat(400) + "zebra";
        assertThat(room.search(query).degraded())
                .hasValueSatisfying(why -> assertThat(why).contains("2000"));
        assertThat(Query.of(query).text()).hasSizeLessThanOrEqualTo(2000).matches("(?s).*filler ?");
        assertThat(room.search("walrus").degraded()).isEmpty();
    }

    @Test
    void cutQueryNeverEndsInHalfACharacter() {
        String unbroken = "x" + "\uD83D\uDE00".repeat(1500);
        String cut = Query.of(unbroken).text();
        assertThat(cut.length()).isBetween(1, 2000);
        assertThat(Character.isHighSurrogate(cut.charAt(cut.length() - 1))).isFalse();
    }

    @Test
    void hitThatVanishedOrChangedSinceItWasIndexedIsDropped() throws IOException {
        write(Draft.note("walrus", "1").id("a"));
        write(Draft.note("walrus", "2").id("b"));
        write(Draft.note("walrus", "3").id("c"));
        room.store.deleteUnheard("a");
        room.store.putUnheard(room.store
                .get("b")
                .orElseThrow()
                .cell()
                .with()
                .scope(Scope.PRIVATE)
                .subject("u1")
                .build());

        assertThat(room.found("walrus")).containsExactly("c");
        assertThat(room.found("")).containsExactly("c");
        assertThat(room.listed()).containsExactly("c");
    }

    @Test
    void linkedCellsJoinTheHitsOnlyWhenAskedFor() throws IOException {
        write(Draft.note("neighbour", "about something else").id("n"));
        write(Draft.note("hidden", "secret").id("p").ownedBy("u1"));
        write(Draft.note("walrus tusks", "c").id("hit").links("n", "p", "missing"));
        write(Draft.note("walrus", "c").id("weak"));

        assertThat(Room.ids(search("walrus tusks", Set.of(), List.of(), 10, false)))
                .containsExactly("hit", "weak");
        SearchReply expanded = search("walrus tusks", Set.of(), List.of(), 10, true);
        assertThat(Room.ids(expanded)).containsExactly("hit", "weak", "n");
        assertThat(expanded.results().getLast().matched()).containsExactly("link");
        assertThat(search("walrus tusks", Set.of(), List.of(), 2, true).results())
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "what's the plan?",
                "docker-compose",
                "say \"hi plan",
                "(plan",
                "plan AND docker",
                "GB/s",
                "plan:docker"
            })
    void noQueryIsASyntaxError(String query) throws IOException {
        write(Draft.note("The plan for docker-compose and gpt-4o at 10 GB/s", "c")
                .id("a"));
        assertThat(room.found(query)).containsExactly("a");
    }
}
