package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.NotFound;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import ai.xray.memory.Scope;
import ai.xray.memory.Status;
import ai.xray.memory.StoredCell;
import ai.xray.memory.Superseded;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SupersedeTest {
    private static final Optional<String> ALL = Optional.empty();

    private final Room room;

    SupersedeTest() throws IOException {
        room = Room.empty();
    }

    private MemoryCell stored(String id) throws IOException {
        return room.store.get(id).orElseThrow().cell();
    }

    private Superseded supersede(String oldId, CellDraft.Builder draft) throws IOException {
        return room.agent().supersede(oldId, draft.build());
    }

    private static CellDraft.Builder draft(String title, String content) {
        return Draft.empty().title(title).content(content);
    }

    @Test
    void newCellNamesTheOldOneWhichIsFoundNoMore() throws IOException {
        room.agent().upsert(Draft.note("walrus", "old tusks").id("old").build());

        Superseded done = supersede("old", draft("walrus", "new tusks").id("new"));

        assertThat(done.superseded()).isEqualTo("old");
        assertThat(done.cell()).isEqualTo(stored("new"));
        assertThat(done.cell().supersedes()).containsExactly("old");
        assertThat(done.cell().status()).isEqualTo(Status.ACTIVE);
        assertThat(done.cell().kind()).isEqualTo(Kind.NOTE);
        assertThat(room.agent().get("old", ALL).cell().status()).isEqualTo(Status.SUPERSEDED);
        assertThat(room.found("walrus")).containsExactly("new");
    }

    @Test
    void bothHappenOrNeither() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("old").build());
        List<StoredCell> before = room.store.all();
        room.store.beforeCommit(() -> room.store.fail(true));

        assertThatThrownBy(() -> supersede("old", draft("t2", "c2"))).isInstanceOf(IOException.class);

        room.store.fail(false);
        assertThat(room.store.all()).isEqualTo(before);
        assertThat(room.listed()).containsExactly("old");
    }

    @Test
    void sameCallAgainChangesNothingMore() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("old").build());
        Superseded first = supersede("old", draft("t", "other"));
        List<StoredCell> before = room.store.all();
        assertThat(supersede("old", draft("t", "other"))).isEqualTo(first);
        assertThat(room.store.all()).isEqualTo(before);
    }

    @Test
    void supersededCellCannotBeSupersededByAnother() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("old").build());
        supersede("old", draft("t", "other"));
        assertThatThrownBy(() -> supersede("old", draft("t", "third")))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.CONFLICT))
                .hasMessageContaining("'old'");
        assertThat(room.store.size()).isEqualTo(2);
    }

    @Test
    void staleCellCanBeSuperseded() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("old").build());
        room.agent().expire("old", Optional.empty(), ALL);
        supersede("old", draft("t", "other"));
        assertThat(stored("old").status()).isEqualTo(Status.SUPERSEDED);
    }

    @Test
    void takenIdIsRefusedAndNothingChanges() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("old").build());
        room.agent().upsert(Draft.note("t", "c").id("taken").build());
        room.agent().upsert(Draft.note("t", "c").id("hidden").ownedBy("u1").build());
        List<StoredCell> before = room.store.all();
        for (String id : List.of("old", "taken", "hidden")) {
            assertThatThrownBy(() -> supersede("old", draft("t", "c2").id(id)))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.field()).contains("id"))
                    .hasMessage("id: '%s' cannot be used by this call; choose another, or leave it out to get one."
                            .formatted(id));
        }
        assertThat(room.store.all()).isEqualTo(before);
    }

    @Test
    void privateCellNeedsItsSubjectAndWhatReplacesItStaysPrivate() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("old").ownedBy("u1").build());
        for (CellDraft.Builder draft :
                List.of(draft("t", "c2"), draft("t", "c2").subject("u2"))) {
            assertThatThrownBy(() -> supersede("old", draft))
                    .isInstanceOf(NotFound.class)
                    .hasMessage(new NotFound("old_id", "old").getMessage());
        }
        MemoryCell cell = supersede("old", draft("t", "c2").subject("u1")).cell();
        assertThat(cell.scope()).isEqualTo(Scope.PRIVATE);
        assertThat(cell.subject()).contains("u1");
    }

    @Test
    void cellThatTurnsPrivateInBetweenIsNotReplacedByAPublicOne() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("old").subject("u1").build());
        room.store.beforeCommit(() -> {
            room.store.beforeCommit(() -> {});
            room.store.putByOther(
                    Room.cell("old").with().scope(Scope.PRIVATE).subject("u1").build());
        });
        assertThatThrownBy(() -> supersede("old", draft("t", "secret").subject("u1")))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.CONFLICT));
        assertThat(room.store.size()).isEqualTo(1);
    }

    @Test
    void derivedAuthorCannotSupersedeAHumanCellAndAHumanCanSupersedeAny() throws IOException {
        room.human().upsert(Draft.note("t", "c").id("old").build());
        assertThatThrownBy(() -> supersede("old", draft("t", "c2")))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.FORBIDDEN))
                .hasMessageContaining("supersede the cell 'old'");
        assertThat(room.store.size()).isEqualTo(1);
        assertThat(room.human()
                        .supersede("old", draft("t", "c2").build())
                        .cell()
                        .origin())
                .isEqualTo(Origin.HUMAN);
    }

    @Test
    void whatOnlyTheServerWritesIsLeftAlone() throws IOException {
        room.store.putByOther(MemoryCell.cell("map", Kind.MENTAL_MAP, room.clock.instant())
                .title("t")
                .content("c")
                .build());
        assertThatThrownBy(() -> supersede("map", draft("t", "c"))).hasMessageContaining("only the server writes");
        assertThatThrownBy(() -> room.agent().expire("map", ALL, ALL)).hasMessageContaining("only the server writes");
    }

    @Test
    void ofManyThatReplaceOneCellAtOnceOneDoes() throws Exception {
        room.agent().upsert(Draft.note("t", "c").id("old").build());
        AtomicInteger done = new AtomicInteger();
        List<Callable<Void>> tasks = IntStream.range(0, 16)
                .<Callable<Void>>mapToObj(i -> () -> {
                    try {
                        supersede("old", draft("t " + i, "c " + i));
                        done.incrementAndGet();
                    } catch (Refusal refusal) {
                        assertThat(refusal.code()).isEqualTo(Refusal.Code.CONFLICT);
                    }
                    return null;
                })
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> task : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
                task.get();
            }
        }
        assertThat(done).hasValue(1);
        assertThat(room.store.size()).isEqualTo(2);
    }

    @Test
    void newCellNeedsTitleAndContent() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("old").build());
        assertThatThrownBy(() -> supersede("old", Draft.empty().content("c"))).hasMessageStartingWith("title:");
        assertThatThrownBy(() -> supersede("old", Draft.empty().title("t"))).hasMessageStartingWith("content:");
        assertThat(room.store.size()).isEqualTo(1);
    }
}
