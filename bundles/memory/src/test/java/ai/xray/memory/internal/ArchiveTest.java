package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryArchive.Damage;
import ai.xray.memory.MemoryArchive.Existing;
import ai.xray.memory.MemoryArchive.Taken;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import ai.xray.memory.StoreChange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ArchiveTest {
    private final Room room;

    @TempDir
    private Path folder;

    ArchiveTest() throws IOException {
        room = Room.empty();
    }

    private Taken take(MemoryCell... cells) throws IOException {
        return room.service.take(List.of(cells), Existing.NEWER, false);
    }

    @Test
    void exportTellsPrivateAndRetiredCellsInTheOrderOfTheirIdsCodePoints() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("b").ownedBy("u1").build());
        room.agent().upsert(Draft.note("t", "c").id("\uffee").build());
        room.agent().upsert(Draft.note("t", "c").id("👩").build());
        room.agent().upsert(Draft.note("t", "c").id("a").build());
        room.agent().expire("a", Optional.empty(), Optional.empty());

        List<String> ids = new ArrayList<>();
        room.service.export(cell -> ids.add(cell.id()));

        assertThat(ids).containsExactly("a", "b", "\uffee", "👩");
        assertThat(room.service.size()).isEqualTo(4);
    }

    @Test
    void takenCellIsFoundAtOnceAndKeepsItsOriginAndInstants() throws IOException {
        MemoryCell cell =
                Room.cell("a").with().content("walrus").origin(Origin.VERIFIED).build();

        assertThat(take(cell)).isEqualTo(new Taken(1, 0, 0, 0));

        assertThat(room.found("walrus")).containsExactly("a");
        assertThat(room.listed()).containsExactly("a");
        assertThat(room.agent().get("a", Optional.empty()).cell()).isEqualTo(cell);
    }

    @Test
    void rulesAboutAuthorsDoNotHold() throws IOException {
        room.human().upsert(Draft.note("t", "c").id("human").build());
        MemoryCell later = Room.cell("human")
                .with()
                .updatedAt(room.clock.instant().plusSeconds(1))
                .build();
        MemoryCell unsure = Room.cell("unsure").with().kind(Kind.STABLE_FACT).build();
        MemoryCell map = Room.cell("map").with().kind(Kind.MENTAL_MAP).build();
        MemoryCell refuted = Room.cell("refuted")
                .with()
                .data(Map.of("refuted", "long ago", "ui", 1L))
                .build();

        assertThat(take(later, unsure, map, refuted)).isEqualTo(new Taken(3, 1, 0, 0));
        assertThat(room.store.get("human").orElseThrow().cell()).isEqualTo(later);
    }

    @Test
    void previewWritesNothing() throws IOException {
        Taken taken = room.service.take(List.of(Room.cell("a")), Existing.NEWER, true);

        assertThat(taken).isEqualTo(new Taken(1, 0, 0, 0));
        assertThat(room.store.size()).isZero();
        assertThat(room.events).isEmpty();
    }

    @Test
    void nothingIsTakenOfNothing() throws IOException {
        assertThat(take()).isEqualTo(Taken.NONE);
    }

    @Test
    void thousandCellsAreOneCommitAndOneMoreIsRefused() throws IOException {
        AtomicInteger commits = new AtomicInteger();
        room.store.beforeCommit(commits::incrementAndGet);
        List<MemoryCell> thousand =
                IntStream.range(0, 1000).mapToObj(i -> Room.cell("c" + i)).toList();

        assertThat(room.service.take(thousand, Existing.NEWER, false)).isEqualTo(new Taken(1000, 0, 0, 0));
        assertThat(commits).hasValue(1);

        List<MemoryCell> more = new ArrayList<>(thousand);
        more.add(Room.cell("one more"));
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> room.service.take(more, Existing.NEWER, true))
                .withMessage("cells: holds 1001 entries; at most 1000 are allowed.");
    }

    @Test
    void idThatIsThereTwiceIsRefusedNamingTheSecond() {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> take(Room.cell("a"), Room.cell("b"), Room.cell("a")))
                .withMessage("cells[2].id: 'a' is there twice; once is allowed.")
                .satisfies(refusal -> assertThat(refusal.field()).contains("cells[2].id"));
        assertThat(room.store.size()).isZero();
    }

    @Test
    void lostRaceIsDecidedAnewOnWhatTheOtherWrote() throws IOException {
        MemoryCell mine = Room.cell("a").with().title("mine").build();
        MemoryCell newer = mine.with()
                .title("newer")
                .updatedAt(mine.updatedAt().plusSeconds(1))
                .build();
        AtomicBoolean raced = new AtomicBoolean();
        room.store.beforeCommit(() -> {
            if (raced.compareAndSet(false, true)) {
                room.store.putByOther(newer);
            }
        });

        assertThat(take(mine, Room.cell("b"))).isEqualTo(new Taken(1, 0, 0, 1));
        assertThat(room.store.get("a").orElseThrow().cell()).isEqualTo(newer);
    }

    @Test
    void storeThatFailsTakesNothing() throws IOException {
        room.store.fail(true);
        assertThatIOException().isThrownBy(() -> take(Room.cell("a"), Room.cell("b")));
        assertThatIOException().isThrownBy(() -> room.service.export(cell -> {}));
        assertThatIOException().isThrownBy(() -> room.service.damage());
        room.store.fail(false);
        assertThat(room.store.size()).isZero();
        assertThat(room.listed()).isEmpty();
    }

    @Test
    void storeCopiesItself() throws IOException {
        take(Room.cell("a"), Room.cell("b"));
        room.service.backUp(folder.resolve("copy"));
        assertThat(folder.resolve("copy")).hasContent("2 cells");
    }

    @Test
    void damageOfTheStoreIsToldAsItSaysIt() throws IOException {
        room.store.damaged("Page 7 cannot be read.");
        assertThat(room.service.damage()).containsExactly(new Damage(true, "Page 7 cannot be read."));
    }

    @Test
    void damageThatKeepsTheStoreFromBeingReadIsToldAllTheSame() throws IOException {
        room.store.damaged("Page 7 cannot be read.");
        room.store.failScans(true);
        assertThat(room.service.damage())
                .containsExactly(
                        new Damage(true, "Page 7 cannot be read."),
                        new Damage(false, "It cannot be compared with a store that cannot be read to its end."));

        room.store.damaged();
        assertThatIOException().isThrownBy(() -> room.service.damage());
    }

    @Test
    void cellsThatMemoryKnowsOtherwiseThanTheStoreAreDamage() throws IOException {
        take(Room.cell("same"), Room.cell("other"), Room.cell("gone"));
        room.store.putUnheard(Room.cell("other").with().title("x").build());
        room.store.putUnheard(Room.cell("new"));
        room.store.deleteUnheard("gone");

        assertThat(room.service.damage())
                .extracting(Damage::sentence)
                .singleElement()
                .asString()
                .startsWith("3 cells are listed otherwise than the store holds them")
                .contains("'new'", "'other'", "'gone'")
                .doesNotContain("'same'");
    }

    @Test
    void newsThatIsOnItsWayIsNoDamage() throws IOException {
        take(Room.cell("a"));
        StoreChange change =
                room.store.putUnheard(Room.cell("a").with().title("x").build());
        AtomicInteger looks = new AtomicInteger();
        room.store.beforeGet(() -> {
            if (looks.incrementAndGet() == 3) {
                room.store.tell(change);
            }
        });

        assertThat(room.service.damage()).isEmpty();
        assertThat(looks).hasValue(3);
    }

    @Test
    void indexThatLostACellIsDamage() throws IOException {
        take(
                Room.cell("a"),
                Room.cell("b"),
                Room.cell("asked").with().kind(Kind.EPISODIC).build());
        room.ranker.lose("a");

        assertThat(room.service.damage())
                .extracting(Damage::sentence)
                .singleElement()
                .asString()
                .startsWith("The index of " + WordRanker.class.getName() + " holds 1 cells instead of 2; ");
    }

    @Test
    void writesMeanwhileAreNoDamage() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writing = IntStream.range(0, 3)
                    .<Future<?>>mapToObj(writer -> writers.submit(() -> {
                        for (int i = 0; !done.get(); i++) {
                            String id = writer + "-" + i % 50;
                            room.agent().upsert(Draft.note("t", "c" + i).id(id).build());
                            if (i % 3 == 0) {
                                room.agent().delete(id, Optional.empty());
                            }
                        }
                        return null;
                    }))
                    .toList();
            try {
                for (int i = 0; i < 200; i++) {
                    assertThat(room.service.damage()).isEmpty();
                }
            } finally {
                done.set(true);
            }
            for (Future<?> writer : writing) {
                writer.get(20, TimeUnit.SECONDS);
            }
        }
    }
}
