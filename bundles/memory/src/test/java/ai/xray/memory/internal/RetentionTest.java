package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.event.MemoryEvent;
import ai.xray.memory.BriefingRequest;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.NotFound;
import ai.xray.memory.RecentRequest;
import ai.xray.memory.Scope;
import ai.xray.memory.StoredCell;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Listeners;
import ai.xray.memory.internal.rule.Retention;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RetentionTest {
    private static final Optional<String> ALL = Optional.empty();
    private static final Retention WEEK = new Retention(Duration.ofDays(7));

    private final MapStore store = new MapStore();
    private final MovableClock clock = new MovableClock();

    private Sweep sweep() throws IOException {
        Cells cells = new Cells(store, new Listeners());
        cells.open();
        return new Sweep(cells, WEEK, Duration.ZERO, clock);
    }

    private MemoryCell cell(String id, Kind kind, Duration deadline) {
        return MemoryCell.cell(id, kind, clock.instant())
                .title("t")
                .content("c")
                .staleAfter(clock.instant().plus(deadline))
                .build();
    }

    private List<String> left() {
        return store.all().stream().map(stored -> stored.cell().id()).sorted().toList();
    }

    @Test
    void sweepDeletesWhatIsPastItsDeadlineButDurableKinds() throws IOException {
        Instant now = clock.instant();
        store.with(
                cell("over", Kind.NOTE, Duration.ofHours(1)),
                cell("private", Kind.EVENT, Duration.ofHours(1))
                        .with()
                        .scope(Scope.PRIVATE)
                        .subject("u1")
                        .build(),
                cell("later", Kind.NOTE, Duration.ofHours(2)),
                cell("fact", Kind.STABLE_FACT, Duration.ofHours(1)),
                cell("map", Kind.MENTAL_MAP, Duration.ofHours(1)),
                cell("settings", Kind.SYSTEM_CONFIGURATION, Duration.ofHours(1)),
                MemoryCell.cell("endless", Kind.NOTE, now)
                        .title("t")
                        .content("c")
                        .build());
        Sweep sweep = sweep();

        assertThat(sweep.once()).isZero();
        clock.move(Duration.ofHours(1));
        assertThat(sweep.once()).isEqualTo(2);
        assertThat(left()).containsExactly("endless", "fact", "later", "map", "settings");
    }

    @Test
    void sweepDeletesOldEpisodicCells() throws IOException {
        store.with(MemoryCell.cell("e", Kind.EPISODIC, clock.instant()).build());
        Sweep sweep = sweep();
        clock.move(Duration.ofDays(7).minusNanos(1000));
        assertThat(sweep.once()).isZero();
        clock.move(Duration.ofNanos(1000));
        assertThat(sweep.once()).isEqualTo(1);
    }

    @Test
    void sweepGoesOnThroughSeveralTransactions() throws IOException {
        for (int i = 0; i < 2 * Sweep.BATCH + 1; i++) {
            store.with(cell("c" + i, Kind.NOTE, Duration.ZERO));
        }
        store.with(cell("kept", Kind.NOTE, Duration.ofHours(1)));
        int[] commits = {0};
        store.beforeCommit(() -> commits[0]++);
        assertThat(sweep().once()).isEqualTo(2 * Sweep.BATCH + 1);
        assertThat(commits[0]).isEqualTo(3);
        assertThat(left()).containsExactly("kept");
    }

    @Test
    void cellWhoseDeadlineWasMovedMeanwhileIsKept() throws IOException {
        store.with(cell("a", Kind.NOTE, Duration.ZERO));
        Sweep sweep = sweep();
        store.beforeCommit(() -> {
            store.beforeCommit(() -> {});
            store.putByOther(cell("a", Kind.NOTE, Duration.ofHours(1)));
        });
        assertThat(sweep.once()).isZero();
        assertThat(left()).containsExactly("a");
    }

    @Test
    void onlyTheNewestEpisodesAreKept() throws IOException {
        Instant now = clock.instant();
        for (int i = 0; i < Sweep.MOST_EPISODES + 5; i++) {
            store.with(
                    MemoryCell.cell("e" + i, Kind.EPISODIC, now.minusMillis(i)).build());
        }
        assertThat(sweep().once()).isEqualTo(5);
        assertThat(left()).contains("e0").doesNotContain("e" + Sweep.MOST_EPISODES);
    }

    @Test
    void sweepRunsByItselfUntilTheServiceIsClosed() throws IOException {
        Room room = Room.with(new Settings(WEEK, Duration.ofMillis(5)));
        room.store.putByOther(cell("a", Kind.NOTE, Duration.ZERO));
        room.clock.move(Duration.ofDays(1));
        Room.await(() -> room.store.size() == 0);
        AtomicBoolean tried = new AtomicBoolean();
        room.store.fail(true); // a sweep that fails does not end the sweeping
        room.store.beforeGet(() -> tried.set(true));
        room.store.putByOther(cell("b", Kind.NOTE, Duration.ZERO));
        Room.await(tried::get);
        assertThat(room.store.size()).isEqualTo(1);
        room.store.fail(false);
        Room.await(() -> room.store.size() == 0);
        room.service.close();
    }

    @Test
    void whatWasAskedAndRecalledIsInRecentMemoryAlone() throws IOException {
        Room room = Room.with(new Settings(WEEK, Duration.ZERO));
        room.agent().upsert(Draft.note("walrus", "tusks").id("a").build());
        room.events.clear();
        room.search("walrus");
        Room.await(() -> room.store.size() == 2);
        MemoryCell episode = episodes(room).getFirst();
        assertThat(episode.content()).isEqualTo("walrus");
        assertThat(episode.title()).isEqualTo("Asked: walrus");
        assertThat(episode.scope()).isEqualTo(Scope.PUBLIC);
        assertThat(episode.data()).isEqualTo(Map.of("recalled", List.of("a")));

        // The store has it before the corpus does.
        Room.await(() -> recent(room, ALL).size() == 2);
        assertThat(room.listed()).containsExactly("a");
        assertThat(room.found("walrus")).containsExactly("a");
        assertThat(room.agent().get("a", ALL).citedBy()).isEmpty();
        assertThat(room.events).allMatch(event -> event instanceof MemoryEvent.Hit);
        room.service.close();
    }

    @Test
    void whatASubjectAskedIsPrivateToIt() throws IOException {
        Room room = Room.with(new Settings(WEEK, Duration.ZERO));
        room.agent().briefing(new BriefingRequest("walrus", Optional.of("u1"), 2000, 8));
        Room.await(() -> recent(room, Optional.of("u1")).size() == 1);
        MemoryCell episode = episodes(room).getFirst();
        assertThat(episode.scope()).isEqualTo(Scope.PRIVATE);
        assertThat(episode.subject()).contains("u1");
        assertThat(recent(room, ALL)).isEmpty();
        assertThat(recent(room, Optional.of("u2"))).isEmpty();
        room.service.close();
    }

    @Test
    void oldEpisodesAreHiddenBeforeTheyAreSwept() throws IOException {
        Room room = Room.with(new Settings(WEEK, Duration.ZERO));
        room.store.putByOther(
                MemoryCell.cell("e", Kind.EPISODIC, room.clock.instant()).build());
        assertThat(recent(room, ALL)).containsExactly("e");
        room.clock.move(Duration.ofDays(7));
        assertThat(recent(room, ALL)).isEmpty();
        assertThat(room.agent().fetch(List.of("e"), ALL).missing()).containsExactly("e");
        assertThatThrownBy(() -> room.agent().get("e", ALL)).isInstanceOf(NotFound.class);
        room.service.close();
    }

    @Test
    void searchNeitherWaitsForEpisodesNorFailsWithThem() throws IOException {
        Room room = Room.with(new Settings(WEEK, Duration.ZERO));
        room.store.beforeCommit(() -> {
            throw new UncheckedIOException(new IOException("full"));
        });
        for (int i = 0; i < 100; i++) {
            room.search("walrus " + i);
        }
        assertThat(room.store.size()).isZero();
        room.service.close();
    }

    @Test
    void nothingIsNotedOfABlankQueryOrWithoutATimeToLive() throws IOException {
        Room off = Room.empty();
        off.search("walrus");
        off.service.close();
        assertThat(off.store.size()).isZero();

        Room on = Room.with(new Settings(WEEK, Duration.ZERO));
        on.search("  ");
        on.search("walrus");
        Room.await(() -> on.store.size() > 0);
        assertThat(episodes(on)).extracting(MemoryCell::content).containsExactly("walrus");
        on.service.close();
    }

    private static List<MemoryCell> episodes(Room room) {
        return room.store.all().stream()
                .map(StoredCell::cell)
                .filter(cell -> cell.kind() == Kind.EPISODIC)
                .toList();
    }

    private static List<String> recent(Room room, Optional<String> subject) {
        try {
            return room.agent().recent(new RecentRequest(100, Optional.empty(), subject)).cells().stream()
                    .map(MemoryCell::id)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
