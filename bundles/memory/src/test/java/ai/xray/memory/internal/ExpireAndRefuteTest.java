package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.AgentMemory;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.NotFound;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import ai.xray.memory.RefuteRequest;
import ai.xray.memory.Refuted;
import ai.xray.memory.Status;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExpireAndRefuteTest {
    private static final Optional<String> ALL = Optional.empty();

    private final Room room;

    ExpireAndRefuteTest() throws IOException {
        room = Room.empty();
    }

    private MemoryCell stored(String id) throws IOException {
        return room.store.get(id).orElseThrow().cell();
    }

    private static RefuteRequest because(String id, Optional<String> subject, boolean preview) {
        return new RefuteRequest(id, "wrong unit", Optional.of("gateway.yaml"), subject, preview);
    }

    private Refuted refute(String id) throws IOException {
        return room.agent().refute(because(id, ALL, false));
    }

    private void write(AgentMemory memory, String id, String... links) throws IOException {
        memory.upsert(Draft.note("title " + id, "walrus").id(id).links(links).build());
    }

    @Test
    void expiredCellIsStaleWithWhoAndWhyAndFoundNoMore() throws IOException {
        write(room.agent(), "a");
        room.clock.move(Duration.ofHours(1));

        MemoryCell cell = room.agent().expire("a", Optional.of("over"), ALL);

        assertThat(cell).isEqualTo(stored("a"));
        assertThat(cell.status()).isEqualTo(Status.STALE);
        assertThat(cell.updatedAt()).isEqualTo(room.clock.instant());
        assertThat(cell.data())
                .containsEntry(
                        "expired",
                        Map.of("reason", "over", "at", room.clock.instant().toString(), "by", "tester"));
        assertThat(room.found("walrus")).isEmpty();
        assertThat(room.agent().get("a", ALL).cell()).isEqualTo(cell);
    }

    @Test
    void retiredCellStaysAsItIsWhenExpired() throws IOException {
        write(room.agent(), "a");
        MemoryCell first = room.agent().expire("a", Optional.of("over"), ALL);
        room.clock.move(Duration.ofHours(1));
        assertThat(room.agent().expire("a", Optional.of("again"), ALL)).isEqualTo(first);

        write(room.agent(), "b");
        room.agent().supersede("b", Draft.note("t", "c").build());
        assertThat(room.agent().expire("b", ALL, ALL).status()).isEqualTo(Status.SUPERSEDED);
    }

    @Test
    void recordOfTheEndSurvivesAnUpdateOfData() throws IOException {
        write(room.agent(), "a");
        room.agent().expire("a", Optional.of("over"), ALL);
        room.agent().upsert(Draft.empty().id("a").data(Map.of("k", "v")).build());
        assertThat(stored("a").data()).containsKeys("k", "expired");
    }

    @Test
    void refutationRecordsReasonEvidenceTimeAndAuthor() throws IOException {
        write(room.agent(), "a");
        assertThat(refute("a")).isEqualTo(new Refuted("a", List.of(), List.of()));
        assertThat(stored("a").status()).isEqualTo(Status.STALE);
        assertThat(stored("a").data())
                .containsEntry(
                        "refuted",
                        Map.of(
                                "reason", "wrong unit",
                                "evidence", "gateway.yaml",
                                "at", room.clock.instant().toString(),
                                "by", "tester"));
    }

    @Test
    void cascadeRetiresActiveDerivedCellsOneHopAndTellsWhyOthersAreKept() throws IOException {
        write(room.agent(), "root");
        write(room.agent(), "linked", "root");
        room.agent()
                .upsert(Draft.note("t", "c").id("drawn").evidenceRefs("root").build());
        write(room.agent(), "second-hop", "linked");
        write(room.human(), "human", "root");
        write(room.as(Origin.OBSERVED), "observed", "root");
        write(room.as(Origin.VERIFIED), "verified", "root");
        write(room.agent(), "expired", "root");
        room.agent().expire("expired", ALL, ALL);
        room.agent()
                .upsert(Draft.note("t", "c")
                        .id("overdue")
                        .links("root")
                        .staleAfter(room.clock.instant().plusSeconds(1))
                        .build());
        room.store.putByOther(MemoryCell.cell("map", Kind.MENTAL_MAP, room.clock.instant())
                .links(List.of("root"))
                .build());
        room.clock.move(Duration.ofSeconds(2));

        Refuted refuted = refute("root");

        assertThat(refuted.retired()).containsExactlyInAnyOrder("linked", "drawn");
        assertThat(refuted.kept())
                .extracting(Refuted.Kept::id)
                .containsExactlyInAnyOrder("human", "observed", "verified", "expired", "overdue", "map");
        assertThat(refuted.kept())
                .allSatisfy(kept -> assertThat(kept.why())
                        .contains(
                                switch (kept.id()) {
                                    case "expired", "overdue" -> "stale already";
                                    case "map" -> "mental_map";
                                    default -> kept.id();
                                }));
        assertThat(stored("linked").status()).isEqualTo(Status.STALE);
        assertThat(stored("linked").data().get("refuted"))
                .isEqualTo(Map.of("via", "root", "at", room.clock.instant().toString(), "by", "tester"));
        assertThat(stored("second-hop").status()).isEqualTo(Status.ACTIVE);
        assertThat(stored("human").status()).isEqualTo(Status.ACTIVE);
    }

    @Test
    void previewTellsTheSameAndChangesNothing() throws IOException {
        write(room.agent(), "root");
        write(room.agent(), "linked", "root");
        write(room.human(), "human", "root");
        List<StoredCell> before = room.store.all();
        room.events.clear();

        Refuted preview = room.agent().refute(because("root", ALL, true));

        assertThat(room.store.all()).isEqualTo(before);
        assertThat(room.events).isEmpty();
        assertThat(preview).isEqualTo(refute("root"));
    }

    @Test
    void allOfItHappensOrNothing() throws IOException {
        write(room.agent(), "root");
        write(room.agent(), "linked", "root");
        List<StoredCell> before = room.store.all();
        room.store.beforeCommit(() -> room.store.fail(true));
        assertThatThrownBy(() -> refute("root")).isInstanceOf(IOException.class);
        room.store.fail(false);
        assertThat(room.store.all()).isEqualTo(before);
    }

    @Test
    void cellThatComesToCiteMeanwhileIsRetiredToo() throws IOException {
        write(room.agent(), "root");
        write(room.agent(), "linked", "root");
        room.store.beforeGet(() -> {
            room.store.beforeGet(() -> {});
            room.store.putByOther(
                    Room.cell("late").with().links(List.of("root")).build());
        });
        assertThat(refute("root").retired()).containsExactlyInAnyOrder("linked", "late");
        assertThat(stored("late").status()).isEqualTo(Status.STALE);
    }

    @Test
    void cellThatStopsCitingMeanwhileIsLeftAlone() throws IOException {
        write(room.agent(), "root");
        write(room.agent(), "linked", "root");
        room.store.beforeCommit(() -> {
            room.store.beforeCommit(() -> {});
            room.store.putByOther(Room.cell("linked"));
        });
        assertThat(refute("root").retired()).isEmpty();
        assertThat(stored("linked").status()).isEqualTo(Status.ACTIVE);
        assertThat(stored("root").status()).isEqualTo(Status.STALE);
    }

    @Test
    void refutedAgainForTheSameReasonStaysAsItIsAndForAnotherIsRecordedAnew() throws IOException {
        write(room.agent(), "a");
        refute("a");
        MemoryCell first = stored("a");
        room.clock.move(Duration.ofHours(1));
        refute("a");
        assertThat(stored("a")).isEqualTo(first);
        room.agent().refute(new RefuteRequest("a", "worse", ALL, ALL, false));
        assertThat(((Map<?, ?>) stored("a").data().get("refuted")).get("reason"))
                .isEqualTo("worse");
    }

    @Test
    void privateCellsThatTheCallerMayNotKnowAreNeitherTouchedNorNamed() throws IOException {
        write(room.agent(), "root");
        room.agent()
                .upsert(Draft.note("t", "c").id("p").ownedBy("u1").links("root").build());

        assertThat(refute("root")).isEqualTo(new Refuted("root", List.of(), List.of()));
        assertThat(stored("p").status()).isEqualTo(Status.ACTIVE);

        assertThat(room.agent()
                        .refute(because("root", Optional.of("u1"), false))
                        .retired())
                .containsExactly("p");
    }

    @Test
    void privateCellNeedsItsSubject() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("p").ownedBy("u1").build());
        for (Optional<String> subject : List.of(ALL, Optional.of("u2"))) {
            assertThatThrownBy(() -> room.agent().expire("p", ALL, subject))
                    .isInstanceOf(NotFound.class)
                    .hasMessage(new NotFound("p").getMessage());
            assertThatThrownBy(() -> room.agent().refute(because("p", subject, true)))
                    .isInstanceOf(NotFound.class)
                    .hasMessage(new NotFound("p").getMessage());
        }
        assertThat(room.agent().expire("p", ALL, Optional.of("u1")).status()).isEqualTo(Status.STALE);
    }

    @Test
    void derivedAuthorCanNeitherExpireNorRefuteAHumanCell() throws IOException {
        write(room.human(), "a");
        for (boolean preview : List.of(false, true)) {
            assertThatThrownBy(() -> room.agent().refute(because("a", ALL, preview)))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.FORBIDDEN))
                    .hasMessageContaining("refute the cell 'a'");
        }
        assertThatThrownBy(() -> room.agent().expire("a", ALL, ALL)).hasMessageContaining("expire the cell 'a'");
        assertThat(stored("a").status()).isEqualTo(Status.ACTIVE);
        room.human().refute(because("a", ALL, false));
        assertThat(stored("a").status()).isEqualTo(Status.STALE);
    }
}
