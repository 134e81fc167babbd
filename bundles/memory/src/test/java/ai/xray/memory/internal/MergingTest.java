package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Scope;
import ai.xray.memory.Status;
import ai.xray.memory.StoredCell;
import ai.xray.memory.Upserted;
import ai.xray.memory.Upserted.Outcome;
import ai.xray.memory.internal.rule.DraftRules;
import ai.xray.memory.internal.rule.Retention;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MergingTest {
    private static final String TITLE = "Orders queue drains slowly";
    private static final String SHORT =
            "The orders queue drains slowly whenever the nightly report job reads its tables.";
    private static final String LONG =
            "Whenever the nightly report job reads its tables, the orders queue drains slowly, and customers wait.";

    private final Room room;

    MergingTest() throws IOException {
        room = Room.empty();
    }

    private static CellDraft.Builder pattern(String content) {
        return Draft.note(TITLE, content).kind(Kind.OPERATIONAL_PATTERN);
    }

    private static CellDraft.Builder fact(String title, String content) {
        return Draft.note(title, content).kind(Kind.STABLE_FACT).confidence(Confidence.HIGH);
    }

    private Upserted upsert(CellDraft.Builder draft) throws IOException {
        return room.agent().upsert(draft.build());
    }

    private MemoryCell stored(String id) throws IOException {
        return room.store.get(id).orElseThrow().cell();
    }

    @Test
    void restatementLandsOnTheCellAndAddsToIt() throws IOException {
        Upserted first = upsert(pattern(SHORT)
                .confidence(Confidence.LOW)
                .tags("orders", "queue")
                .links("l1")
                .evidenceRefs("e1")
                .data(Map.of("a", 1)));
        room.clock.move(Duration.ofHours(1));

        Upserted second = upsert(pattern(LONG)
                .title("Nightly report slows the orders queue")
                .confidence(Confidence.MEDIUM)
                .tags("queue", "report")
                .links("l2")
                .evidenceRefs("e2")
                .source("report.sql")
                .data(Map.of("a", 2, "b", 3)));

        assertThat(first.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(second.outcome()).isEqualTo(Outcome.MERGED);
        assertThat(second.cell())
                .isEqualTo(first.cell()
                        .with()
                        .content(LONG)
                        .title(second.cell().title())
                        .confidence(Confidence.MEDIUM)
                        .tags(List.of("orders", "queue", "report"))
                        .links(List.of("l1", "l2"))
                        .evidenceRefs(List.of("e1", "e2"))
                        .source("report.sql")
                        .data(Map.of("a", 1L, "b", 3L))
                        .updatedAt(room.clock.instant())
                        .build());
        assertThat(room.store.all()).extracting(StoredCell::cell).containsExactly(second.cell());
        assertThat(room.found("customers")).containsExactly(first.cell().id());
    }

    @Test
    void shorterRestatementIsMergedAndTakesNothingAway() throws IOException {
        Upserted first = upsert(pattern(LONG).confidence(Confidence.HIGH));
        room.clock.move(Duration.ofHours(1));
        Upserted second =
                upsert(pattern(SHORT).title("Slow orders queue at night").confidence(Confidence.LOW));
        assertThat(second.outcome()).isEqualTo(Outcome.MERGED);
        assertThat(second.cell()).isEqualTo(first.cell());
        assertThat(room.store.size()).isEqualTo(1);
    }

    @Test
    void sameCallAgainChangesNothing() throws IOException {
        Upserted first = upsert(pattern(LONG));
        assertThat(upsert(pattern(LONG))).isEqualTo(new Upserted(Outcome.UNCHANGED, first.cell()));
    }

    @Test
    void boundsOfListsHoldAndWhatWasThereStays() throws IOException {
        List<String> tags =
                IntStream.range(0, DraftRules.MAX_TAGS).mapToObj(i -> "t" + i).toList();
        upsert(pattern(SHORT).tags(tags.toArray(String[]::new)));
        assertThat(upsert(pattern(LONG).tags("more", "t3")).cell().tags()).isEqualTo(tags);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void onlyMergingKindsMerge(Kind kind) throws IOException {
        if (kind.writable()) {
            upsert(fact(TITLE, SHORT).kind(kind));
            assertThat(upsert(fact(TITLE, LONG).kind(kind)).outcome())
                    .isEqualTo(kind.merges() ? Outcome.MERGED : Outcome.CREATED);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"HYPOTHESIS", "UNKNOWN", "WATCH_ITEM"})
    void restatingRenewsTheDeadlineOfWhatWaitsForAnAnswer(Kind kind) throws IOException {
        Instant explicit = room.clock.instant().plus(Duration.ofHours(20));
        String id = upsert(pattern(LONG).kind(kind).staleAfter(explicit)).cell().id();
        room.clock.move(Duration.ofHours(10));

        Upserted again = upsert(pattern(SHORT).kind(kind));

        assertThat(again.outcome()).isEqualTo(Outcome.MERGED);
        Optional<Instant> renewed = kind.defaultDeadline().map(room.clock.instant()::plus);
        assertThat(stored(id).staleAfter()).contains(renewed.orElse(explicit));
    }

    @Test
    void expiredAndSupersededCellsTakeNoRestatement() throws IOException {
        upsert(pattern(SHORT).kind(Kind.HYPOTHESIS));
        room.clock.move(Duration.ofDays(2));
        assertThat(upsert(pattern(LONG).kind(Kind.HYPOTHESIS)).outcome()).isEqualTo(Outcome.CREATED);

        MemoryCell gone = upsert(pattern(SHORT)).cell();
        room.store.putByOther(gone.with().status(Status.SUPERSEDED).build());
        assertThat(upsert(pattern(LONG)).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void deletedCellTakesNoRestatement() throws IOException {
        String id = upsert(pattern(SHORT)).cell().id();
        room.agent().delete(id, Optional.empty());
        assertThat(upsert(pattern(LONG)).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void cellsThereBeforeTheStartAreFound() throws IOException {
        String id = upsert(pattern(SHORT)).cell().id();
        Upserted merged = Room.over(room.store).agent().upsert(pattern(LONG).build());
        assertThat(merged.outcome()).isEqualTo(Outcome.MERGED);
        assertThat(merged.cell().id()).isEqualTo(id);
    }

    @Test
    void cellEditedIntoAnotherTextTakesRestatementsOfThatText() throws IOException {
        upsert(fact("Cafeteria", "Lunch is served in the northern building from noon until the kitchen closes.")
                .id("a"));
        upsert(fact(TITLE, SHORT).id("a"));
        assertThat(upsert(fact(TITLE, LONG)).cell().id()).isEqualTo("a");
    }

    @Test
    void explicitIdNeverMerges() throws IOException {
        upsert(pattern(SHORT));
        Upserted named = upsert(pattern(LONG).id("mine"));
        assertThat(named.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(named.cell().id()).isEqualTo("mine");
    }

    @Test
    void switchedOffEveryWriteIsACellOfItsOwn() throws IOException {
        Room plain =
                Room.with(new Settings(new Retention(Duration.ZERO), Duration.ZERO, false, RecallSettings.DEFAULT));
        plain.agent().upsert(pattern(SHORT).build());
        assertThat(plain.agent().upsert(pattern(LONG).build()).outcome()).isEqualTo(Outcome.CREATED);
        assertThat(plain.store.size()).isEqualTo(2);
    }

    @Test
    void derivedRestatementOfAHumanCellIsCreatedBesideItAndLaterOnesLandThere() throws IOException {
        MemoryCell human = room.human().upsert(pattern(SHORT).build()).cell();
        Upserted beside = upsert(pattern(LONG));
        Upserted later = upsert(pattern(SHORT + " Often."));
        assertThat(beside.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(later.outcome()).isEqualTo(Outcome.MERGED);
        assertThat(later.cell().id()).isEqualTo(beside.cell().id());
        assertThat(stored(human.id())).isEqualTo(human);
    }

    @Test
    void humanRestatementMakesADerivedCellHuman() throws IOException {
        upsert(pattern(SHORT));
        Upserted merged = room.human().upsert(pattern(LONG).build());
        assertThat(merged.outcome()).isEqualTo(Outcome.MERGED);
        assertThat(merged.cell().origin()).isEqualTo(Origin.HUMAN);
    }

    @Test
    void textSomebodyElseVouchesForIsNotReplacedByALongerOne() throws IOException {
        MemoryCell verified =
                room.as(Origin.VERIFIED).upsert(pattern(SHORT).build()).cell();
        assertThat(upsert(pattern(LONG)).outcome()).isEqualTo(Outcome.CREATED);
        assertThat(stored(verified.id())).isEqualTo(verified);
    }

    @Test
    void numberInTheTitleAloneIsNotLostWithTheTitle() throws IOException {
        upsert(fact(
                "Limit 40", "Uploads of the image service are limited to forty megabytes for each tenant, 40 in all."));
        Upserted merged = upsert(fact(
                "Upload limit of the image service is 40 megabytes for each tenant",
                "Uploads are limited for all; whoever needs more asks the platform team in writing beforehand."));
        assertThat(merged.cell().title() + merged.cell().content()).contains("40");
    }

    @Test
    void distinctThingsOfOnePatternStayTwo() throws IOException {
        assertThat(upsert(fact("Irene sailed around the island", "Irene: I sailed around the island last May."))
                        .outcome())
                .isEqualTo(Outcome.CREATED);
        assertThat(upsert(fact("Oleg walked around the lake", "Oleg: I walked around the lake last May."))
                        .outcome())
                .isEqualTo(Outcome.CREATED);
        upsert(fact("Session length", "A session of the admin console lasts 45 minutes without any activity."));
        assertThat(upsert(fact(
                                "Session length",
                                "A session of the admin console lasts 90 minutes without any activity."))
                        .outcome())
                .isEqualTo(Outcome.CREATED);
    }

    @Test
    void otherAudiencesAreNeitherMergedIntoNorHintedAt() throws IOException {
        Upserted first = upsert(pattern(SHORT).ownedBy("anna"));
        Upserted other = upsert(pattern(SHORT).ownedBy("boris"));
        Upserted shared = upsert(pattern(SHORT));
        Upserted tagged = upsert(pattern(SHORT).subject("anna"));
        assertThat(List.of(first, other, shared, tagged))
                .extracting(Upserted::outcome)
                .containsOnly(Outcome.CREATED);
        Room alone = Room.empty();
        assertThat(alone.agent().upsert(pattern(SHORT).ownedBy("boris").build()))
                .isEqualTo(other);
        assertThat(upsert(pattern(LONG).ownedBy("anna")).cell().id())
                .isEqualTo(first.cell().id());
        assertThat(stored(other.cell().id())).isEqualTo(other.cell());
        assertThat(stored(shared.cell().id())).isEqualTo(shared.cell());
    }

    @RepeatedTest(10)
    void restatementsAtTheSameTimeMakeOneCell() throws Exception {
        List<Callable<Upserted>> tasks = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            CellDraft.Builder draft = pattern(i % 2 == 0 ? SHORT : LONG)
                    .title(i % 3 == 0 ? TITLE : "Slow orders queue")
                    .tags("tag" + i);
            tasks.add(() -> room.agent().upsert(draft.build()));
        }
        List<Outcome> outcomes = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Upserted> done : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
                outcomes.add(done.get().outcome());
            }
        }
        assertThat(room.store.size()).isEqualTo(1);
        assertThat(room.store.all().getFirst().cell().tags()).hasSize(16);
        assertThat(outcomes).containsOnlyOnce(Outcome.CREATED).contains(Outcome.MERGED);
    }

    @Test
    void cellOfAnotherReplicaUnderTheSameTitleTakesARestatementThatHasNotHeardOfIt() throws IOException {
        MemoryCell other = Room.cell("orders-queue-drains-slowly")
                .with()
                .kind(Kind.OPERATIONAL_PATTERN)
                .title(TITLE)
                .content(LONG)
                .build();
        room.store.putUnheard(other);
        Upserted merged = upsert(pattern(SHORT));
        assertThat(merged.outcome()).isEqualTo(Outcome.MERGED);
        assertThat(merged.cell()).isEqualTo(other);
    }

    /** One of some writes. */
    record Step(Origin origin, Scope scope, String subject, String title, String content, String tag) {
        CellDraft.Builder draft() {
            CellDraft.Builder draft = pattern(content).title(title).scope(scope).tags(tag);
            return subject.isEmpty() ? draft : draft.subject(subject);
        }
    }

    @Provide
    Arbitrary<List<Step>> histories() {
        Arbitrary<String> contents = Arbitraries.of(
                        "orders",
                        "queue",
                        "drains",
                        "slowly",
                        "nightly",
                        "report",
                        "tables",
                        "customers",
                        "not",
                        "30",
                        "60",
                        "reads",
                        "waits",
                        "v1.2")
                .list()
                .ofMinSize(1)
                .ofMaxSize(16)
                .map(words -> String.join(" ", words));
        return Combinators.combine(
                        Arbitraries.of(Origin.HUMAN, Origin.DERIVED, Origin.VERIFIED),
                        Arbitraries.frequencyOf(
                                net.jqwik.api.Tuple.of(4, Arbitraries.of(Scope.PUBLIC)),
                                net.jqwik.api.Tuple.of(1, Arbitraries.of(Scope.PRIVATE))),
                        Arbitraries.of("anna", "boris"),
                        Arbitraries.of(TITLE, "Report of customers", "30 tables wait"),
                        contents,
                        Arbitraries.of("x", "y", "z"))
                .as(Step::new)
                .list()
                .ofMaxSize(12);
    }

    @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
    void mergingTwiceIsMergingOnceAndTouchesNothingElse(@ForAll("histories") List<Step> steps) throws IOException {
        Room any = Room.empty();
        for (Step step : steps) {
            List<StoredCell> before = any.store.all();
            Upserted once = any.as(step.origin()).upsert(step.draft().build());
            List<StoredCell> after = any.store.all();
            assertThat(after).hasSize(before.size() + (once.outcome() == Outcome.CREATED ? 1 : 0));
            for (StoredCell cell : before) {
                if (!cell.cell().id().equals(once.cell().id())) {
                    assertThat(after).contains(cell);
                } else if (!after.contains(cell)) {
                    assertThat(cell.cell().scope()).isEqualTo(step.scope());
                    assertThat(cell.cell().subject()).contains(step.subject());
                    assertThat(step.origin() == Origin.DERIVED && cell.cell().origin() == Origin.HUMAN)
                            .isFalse();
                    assertThat(once.cell().content().length())
                            .isGreaterThanOrEqualTo(cell.cell().content().length());
                    assertThat(once.cell().tags())
                            .containsAll(cell.cell().tags())
                            .contains(step.tag());
                }
            }
            Upserted twice = any.as(step.origin()).upsert(step.draft().build());
            assertThat(twice.cell()).isEqualTo(once.cell());
            assertThat(any.store.all()).isEqualTo(after);
        }
    }
}
