package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.Fetched;
import ai.xray.memory.ListRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.RecentRequest;
import ai.xray.memory.Refusal;
import ai.xray.memory.Status;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FetchAndRecentTest {
    private static final Optional<String> ALL = Optional.empty();

    private final Room room;

    FetchAndRecentTest() throws IOException {
        room = Room.empty();
        for (String id : List.of("a", "b", "c")) {
            room.agent().upsert(Draft.note("t", "walrus " + id).id(id).build());
            room.clock.move(Duration.ofMinutes(1));
        }
        room.agent().upsert(Draft.note("t", "walrus p").id("p").ownedBy("u1").build());
    }

    private static List<String> ids(List<MemoryCell> cells) {
        return cells.stream().map(MemoryCell::id).toList();
    }

    private List<String> recent(int limit, Optional<Instant> since, Optional<String> subject) throws IOException {
        return ids(room.agent().recent(new RecentRequest(limit, since, subject)).cells());
    }

    @Test
    void cellsComeInTheOrderOfTheirIdsAndTheRestIsMissing() throws IOException {
        Fetched fetched = room.agent().fetch(List.of("c", "none", "a", "p", "c"), ALL);
        assertThat(ids(fetched.cells())).containsExactly("c", "a");
        assertThat(fetched.missing()).containsExactly("none", "p");
        assertThat(ids(room.agent().fetch(List.of("p"), Optional.of("u1")).cells()))
                .containsExactly("p");
    }

    @Test
    void retiredCellsAreFetchedWithTheirStatus() throws IOException {
        room.agent().expire("a", Optional.empty(), ALL);
        assertThat(room.agent().fetch(List.of("a"), ALL).cells())
                .extracting(MemoryCell::status)
                .containsExactly(Status.STALE);
    }

    @Test
    void numberOfIdsIsBounded() throws IOException {
        assertThatThrownBy(() -> room.agent().fetch(List.of(), ALL)).hasMessageStartingWith("ids: holds 0");
        assertThatThrownBy(() -> room.agent().fetch(Collections.nCopies(51, "a"), ALL))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("51")
                .hasMessageContaining("50");
        assertThat(room.agent().fetch(Collections.nCopies(50, "a"), ALL).cells())
                .hasSize(1);
    }

    @Test
    void recentCellsAreActiveOnesNewestFirst() throws IOException {
        assertThat(recent(20, Optional.empty(), ALL)).containsExactly("c", "b", "a");
        assertThat(recent(20, Optional.empty(), Optional.of("u1"))).containsExactly("p", "c", "b", "a");
        assertThat(recent(2, Optional.empty(), ALL)).containsExactly("c", "b");
        room.agent().expire("c", Optional.empty(), ALL);
        assertThat(recent(20, Optional.empty(), ALL)).containsExactly("b", "a");
    }

    @Test
    void sinceIncludesTheInstantItself() throws IOException {
        Instant changed = room.agent().get("b", ALL).cell().updatedAt();
        assertThat(recent(20, Optional.of(changed), ALL)).containsExactly("c", "b");
        assertThat(recent(20, Optional.of(changed.plusNanos(1000)), ALL)).containsExactly("c");
    }

    @Test
    void recentLimitIsClampedAndToldAndOneBelowOneIsRefused() throws IOException {
        assertThat(room.agent()
                        .recent(new RecentRequest(Integer.MAX_VALUE, Optional.empty(), ALL))
                        .limit())
                .isEqualTo(100);
        assertThatThrownBy(() -> recent(0, Optional.empty(), ALL)).hasMessageStartingWith("limit:");
    }

    @Test
    void oldestFirstIsTheListFromItsOtherEndPageByPage() throws IOException {
        List<String> oldest = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            var page = room.agent()
                    .list(new ListRequest(
                            Optional.empty(),
                            Optional.of("u1"),
                            Optional.empty(),
                            List.of(),
                            ListRequest.Order.OLDEST,
                            3,
                            cursor));
            oldest.addAll(ids(page.cells()));
            cursor = page.next();
        } while (cursor.isPresent());
        assertThat(oldest).containsExactly("a", "b", "c", "p");
    }
}
