package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import ai.xray.memory.Scope;
import ai.xray.memory.Status;
import ai.xray.memory.Upserted;
import ai.xray.memory.Upserted.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UpsertTest {
    private final Room room;

    UpsertTest() throws IOException {
        room = Room.empty();
    }

    private Upserted upsert(CellDraft.Builder draft) throws IOException {
        return room.agent().upsert(draft.build());
    }

    private MemoryCell stored(String id) throws IOException {
        return room.store.get(id).orElseThrow().cell();
    }

    @Test
    void creationKeepsEveryFieldGivenAndTakesDefaultsForTheRest() throws IOException {
        Upserted created =
                upsert(Draft.note("A title", "  Content,\n\tkept \r\n as is ").id("a"));

        assertThat(created.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(created.cell())
                .isEqualTo(MemoryCell.cell("a", Kind.NOTE, room.clock.instant())
                        .title("A title")
                        .content("  Content,\n\tkept \r\n as is ")
                        .staleAfter(room.clock.instant().plus(Duration.ofDays(90)))
                        .build());
        assertThat(stored("a")).isEqualTo(created.cell());
    }

    @Test
    void everyFieldComesBackAsGiven() throws IOException {
        Map<String, Object> data = Map.of("n", 7, "list", List.of(1.5, true, Map.of("deep", "x")));
        MemoryCell cell = upsert(Draft.note("t", "c")
                        .id("a")
                        .kind(Kind.STABLE_FACT)
                        .ownedBy("u1")
                        .confidence(Confidence.HIGH)
                        .tags(" one ", "two", "one")
                        .links("b", "b", "missing")
                        .evidenceRefs("map::repo//p::S")
                        .source("file.txt")
                        .staleAfter(Instant.parse("2030-01-01T00:00:00Z"))
                        .data(data))
                .cell();

        assertThat(cell.scope()).isEqualTo(Scope.PRIVATE);
        assertThat(cell.subject()).contains("u1");
        assertThat(cell.confidence()).isEqualTo(Confidence.HIGH);
        assertThat(cell.tags()).containsExactly("one", "two");
        assertThat(cell.links()).containsExactly("b", "missing");
        assertThat(cell.evidenceRefs()).containsExactly("map::repo//p::S");
        assertThat(cell.source()).contains("file.txt");
        assertThat(cell.staleAfter()).contains(Instant.parse("2030-01-01T00:00:00Z"));
        assertThat(cell.data()).containsEntry("n", 7L).containsKey("list");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void onlyWritableKindsAreWrittenAndEachGetsItsDeadline(Kind kind) throws IOException {
        CellDraft.Builder draft = Draft.note("t", "c").id("a").kind(kind).confidence(Confidence.HIGH);
        if (kind.writable()) {
            Optional<Instant> expected = kind.defaultDeadline().map(room.clock.instant()::plus);
            assertThat(upsert(draft).cell().staleAfter()).isEqualTo(expected);
        } else {
            assertThatThrownBy(() -> upsert(draft)).isInstanceOfSatisfying(Refusal.class, refusal -> {
                assertThat(refusal.field()).contains("kind");
                assertThat(refusal.allowed()).hasSize(10).doesNotContain(kind.wire());
            });
            assertThat(room.store.all()).isEmpty();
        }
    }

    @Test
    void updateReplacesFieldsGivenAndKeepsTheOthers() throws IOException {
        MemoryCell before = upsert(Draft.note("t", "c").id("a").tags("x").data(Map.of("k", "v")))
                .cell();
        room.clock.move(Duration.ofHours(1));

        Upserted updated = upsert(Draft.empty().id("a").content("other"));

        assertThat(updated.outcome()).isEqualTo(Outcome.UPDATED);
        assertThat(updated.cell())
                .isEqualTo(before.with()
                        .content("other")
                        .updatedAt(room.clock.instant())
                        .build());
    }

    @Test
    void updateThatChangesNothingMovesNothing() throws IOException {
        MemoryCell before = upsert(Draft.note("t", "c").id("a").tags("x")).cell();
        room.clock.move(Duration.ofHours(1));

        Upserted again = upsert(Draft.note("t", "c").id("a").tags("x "));

        assertThat(again.outcome()).isEqualTo(Outcome.UNCHANGED);
        assertThat(again.cell()).isEqualTo(before);
        assertThat(room.store.get("a").orElseThrow().revision()).isEqualTo(1);
    }

    @Test
    void clockSetBackDoesNotMakeAnUpdateLookOlder() throws IOException {
        Instant before = upsert(Draft.note("t", "c").id("a")).cell().updatedAt();
        room.clock.move(Duration.ofHours(-1));
        assertThat(upsert(Draft.empty().id("a").content("other")).cell().updatedAt())
                .isEqualTo(before);
    }

    @Test
    void unknownFieldsAndReservedDataSurviveAnUpdate() throws IOException {
        MemoryCell stored = Room.cell("a")
                .with()
                .unknown(Map.of("future", "field"))
                .data(Map.of("refuted", Map.of("by", "someone"), "old", 1L))
                .build();
        Room seeded = Room.over(new MapStore().with(stored));

        MemoryCell updated = seeded.agent()
                .upsert(Draft.empty().id("a").data(Map.of("new", 2)).build())
                .cell();

        assertThat(updated.unknown()).containsEntry("future", "field");
        assertThat(updated.data()).containsOnlyKeys("new", "refuted");
    }

    @Test
    void newCellNeedsKindTitleAndContent() {
        assertRefused(Draft.empty().id("a").title("t").content("c"), "kind");
        assertRefused(Draft.empty().id("a").kind(Kind.NOTE).content("c"), "title");
        assertRefused(Draft.empty().id("a").kind(Kind.NOTE).title("t"), "content");
        assertRefused(Draft.empty().kind(Kind.NOTE).title("t"), "content");
    }

    @Test
    void stableFactNeedsHighConfidenceOnCreationAndUpdate() throws IOException {
        assertRefused(Draft.note("t", "c").kind(Kind.STABLE_FACT), "confidence");
        upsert(Draft.note("t", "c").id("a"));
        assertRefused(Draft.empty().id("a").kind(Kind.STABLE_FACT), "confidence");
        assertThat(stored("a").kind()).isEqualTo(Kind.NOTE);
    }

    @Test
    void factOfAnOlderRuleCanStillBeEdited() throws IOException {
        MemoryCell old = Room.cell("a").with().kind(Kind.STABLE_FACT).build();
        Room seeded = Room.over(new MapStore().with(old));
        assertThat(seeded.agent()
                        .upsert(Draft.empty().id("a").tags("x").build())
                        .outcome())
                .isEqualTo(Outcome.UPDATED);
    }

    @Test
    void privateCellNeedsASubject() throws IOException {
        assertRefused(Draft.note("t", "c").scope(Scope.PRIVATE), "subject");
        upsert(Draft.note("t", "c").id("a"));
        assertRefused(Draft.empty().id("a").scope(Scope.PRIVATE), "subject");
    }

    @Test
    void cellThatOnlyTheServerWritesCannotBeUpdated() throws IOException {
        Room seeded = Room.over(new MapStore()
                .with(Room.cell("map").with().kind(Kind.MENTAL_MAP).build()));
        CellDraft draft = Draft.empty().id("map").content("mine").build();
        assertThatThrownBy(() -> seeded.agent().upsert(draft)).hasMessageContaining("mental_map");
    }

    @Test
    void staleCellKeepsItsStatus() throws IOException {
        Room seeded = Room.over(
                new MapStore().with(Room.cell("a").with().status(Status.STALE).build()));
        assertThat(seeded.agent()
                        .upsert(Draft.empty().id("a").content("x").build())
                        .cell()
                        .status())
                .isEqualTo(Status.STALE);
    }

    @Test
    void idComesFromTheTitleAndAHashIsAddedWhereItIsTaken() throws IOException {
        assertThat(upsert(Draft.note("API timeout", "30 seconds")).cell().id()).isEqualTo("api-timeout");
        assertThat(upsert(Draft.note("API timeout", "60 seconds")).cell().id()).matches("api-timeout-[0-9a-f]{8}");
        assertThat(room.store.all()).hasSize(2);
    }

    @Test
    void sameCallAgainLeavesOneCell() throws IOException {
        for (CellDraft.Builder draft : List.of(
                Draft.note("API timeout", "30 seconds"),
                Draft.note("API timeout", "60 seconds"),
                Draft.note("API timeout", "30 seconds").ownedBy("u1"))) {
            String id = upsert(draft).cell().id();
            Upserted again = upsert(draft);
            assertThat(again.outcome()).isEqualTo(Outcome.UNCHANGED);
            assertThat(again.cell().id()).isEqualTo(id);
        }
        assertThat(room.store.all()).hasSize(3);
    }

    @Test
    void sayingAgainWhatWentStaleIsANewCell() throws IOException {
        upsert(Draft.note("Deploy freeze", "Until Monday.").kind(Kind.HYPOTHESIS));
        room.clock.move(Duration.ofDays(2));
        assertThat(upsert(Draft.note("Deploy freeze", "Until Monday.").kind(Kind.HYPOTHESIS))
                        .outcome())
                .isEqualTo(Outcome.CREATED);
    }

    @Test
    void sameWordsOfAnotherSubjectAreAnotherCell() throws IOException {
        Upserted first = upsert(
                Draft.note("Deploys on Friday", "After the freeze check.").ownedBy("u1"));
        Upserted second = upsert(
                Draft.note("Deploys on Friday", "After the freeze check.").ownedBy("u2"));
        Upserted shared = upsert(Draft.note("Deploys on Friday", "After the freeze check."));

        assertThat(List.of(first.outcome(), second.outcome(), shared.outcome())).containsOnly(Outcome.CREATED);
        assertThat(first.cell().id()).isNotEqualTo(second.cell().id());
        assertThat(shared.cell().id()).isEqualTo("deploys-on-friday");
    }

    @Test
    void idOfAPrivateCellIsNeitherOverwrittenNorExplained() throws IOException {
        MemoryCell hidden =
                upsert(Draft.note("t", "c").id("mine").ownedBy("u1")).cell();
        for (CellDraft.Builder draft : List.of(
                Draft.note("x", "y").id("mine"), Draft.note("x", "y").id("mine").ownedBy("u2"))) {
            assertThatThrownBy(() -> upsert(draft)).isInstanceOfSatisfying(Refusal.class, refusal -> {
                assertThat(refusal.field()).contains("id");
                assertThat(refusal.getMessage()).doesNotContain("private").doesNotContain("u1");
            });
        }
        assertThat(stored("mine")).isEqualTo(hidden);
    }

    @Test
    void contentComesBackToTheByteUpToTheLimitAndIsRefusedBeyond() throws IOException {
        for (int length : List.of(2_100, MemoryCell.MAX_CONTENT_BYTES)) {
            String content = "x".repeat(length);
            upsert(Draft.note("t", content).id("n" + length));
            assertThat(room.agent().get("n" + length, Optional.empty()).cell().content())
                    .isEqualTo(content);
        }
        String tooLong = "é" + "x".repeat(MemoryCell.MAX_CONTENT_BYTES - 1);
        assertThatThrownBy(() -> upsert(Draft.note("t", tooLong).id("no")))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.TOO_LARGE))
                .hasMessageContaining("65537")
                .hasMessageContaining("65536");
        assertThat(room.store.get("no")).isEmpty();
    }

    @Test
    void lostRaceIsRetriedOnWhatTheOtherWriterLeft() throws IOException {
        upsert(Draft.note("t", "c").id("a"));
        MemoryCell others = stored("a").with().tags(List.of("theirs")).build();
        room.store.beforeCommit(() -> {
            room.store.beforeCommit(() -> {});
            room.store.putByOther(others);
        });

        MemoryCell cell = upsert(Draft.empty().id("a").content("mine")).cell();

        assertThat(cell.tags()).containsExactly("theirs");
        assertThat(cell.content()).isEqualTo("mine");
        assertThat(stored("a")).isEqualTo(cell);
    }

    @Test
    void writeThatNeverWinsIsRefusedInTheEnd() throws IOException {
        upsert(Draft.note("t", "c").id("a"));
        MemoryCell others = stored("a");
        room.store.beforeCommit(() -> room.store.putUnheard(others));
        assertThatThrownBy(() -> upsert(Draft.empty().id("a").content("mine")))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.UNAVAILABLE));
    }

    @Test
    void failingStoreChangesNothingAnyoneSees() throws IOException {
        room.store.fail(true);
        assertThatThrownBy(() -> upsert(Draft.note("t", "c"))).isInstanceOf(IOException.class);
        assertThat(room.service.problem()).isPresent();
        room.store.fail(false);
        assertThat(room.listed()).isEmpty();
        assertThat(room.events).isEmpty();
        assertThat(room.service.problem()).isEmpty();
    }

    @Test
    void writeIsMarkedWithTheAuthorsOrigin() throws IOException {
        for (Origin origin : Origin.values()) {
            CellDraft draft = Draft.note("t", "c").id(origin.wire()).build();
            assertThat(room.as(origin).upsert(draft).cell().origin()).isEqualTo(origin);
        }
    }

    private void assertRefused(CellDraft.Builder draft, String field) {
        assertThatThrownBy(() -> upsert(draft))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).contains(field));
    }
}
