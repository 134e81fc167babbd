package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.Author;
import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import ai.xray.memory.Scope;
import ai.xray.memory.Status;
import ai.xray.memory.StoredCell;
import ai.xray.memory.internal.Consolidation.Cluster;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Listeners;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ConsolidationTest {
    private static final Author AGENT = new Author(Origin.DERIVED, "agent");
    private static final Author PERSON = new Author(Origin.HUMAN, "person");
    private static final String SAYING =
            "The search cluster is rebuilt from the object store after every upgrade of its storage engine.";

    private final MapStore store = new MapStore();
    private final MovableClock clock = new MovableClock();

    private static MemoryCell cell(String id, int age) {
        return MemoryCell.cell(id, Kind.STABLE_FACT, Instant.ofEpochSecond(1_790_000_000L - age))
                .title("Rebuild of the search cluster")
                .content(SAYING)
                .confidence(Confidence.HIGH)
                .build();
    }

    private MemoryCell stored(String id) throws IOException {
        return store.get(id).orElseThrow().cell();
    }

    private List<Cluster> run(Optional<String> subject, boolean apply, Author author) throws IOException {
        return run(Optional.empty(), subject, apply, author);
    }

    private List<Cluster> run(Optional<Kind> kind, Optional<String> subject, boolean apply, Author author)
            throws IOException {
        try (Cells cells = new Cells(store, new Listeners())) {
            cells.open();
            return new Consolidation(cells, clock).run(kind, subject, apply, author);
        }
    }

    @Test
    void keeperIsTheHumanCellThenTheMoreConfidentThenTheOlder() throws IOException {
        store.with(
                cell("young", 1),
                cell("old", 9),
                cell("unsure", 99).with().confidence(Confidence.LOW).build(),
                cell("human", 0)
                        .with()
                        .origin(Origin.HUMAN)
                        .confidence(Confidence.LOW)
                        .build());
        assertThat(run(Optional.empty(), false, PERSON))
                .containsExactly(new Cluster("human", List.of("old", "young", "unsure")));
        assertThat(store.all()).extracting(stored -> stored.cell().status()).containsOnly(Status.ACTIVE);
    }

    @Test
    void applyRetiresTheRestatementsAndListsThemOnTheKeeper() throws IOException {
        store.with(
                cell("old", 9)
                        .with()
                        .data(Map.of("restates", List.of("earlier"), "k", 1L))
                        .build(),
                cell("young", 1));
        assertThat(run(Optional.empty(), true, AGENT)).containsExactly(new Cluster("old", List.of("young")));
        assertThat(stored("young").status()).isEqualTo(Status.SUPERSEDED);
        assertThat(stored("young").updatedAt()).isEqualTo(clock.instant());
        assertThat(stored("old").data()).isEqualTo(Map.of("restates", List.of("earlier", "young"), "k", 1L));
        assertThat(run(Optional.empty(), true, AGENT)).isEmpty();
    }

    @Test
    void derivedCallerChangesNoHumanCellAndTheRestatementNamesItsKeeper() throws IOException {
        MemoryCell human = cell("human", 0).with().origin(Origin.HUMAN).build();
        MemoryCell another = cell("another", 0).with().origin(Origin.HUMAN).build();
        store.with(human, another, cell("derived", 5));
        assertThat(run(Optional.empty(), true, AGENT)).containsExactly(new Cluster("another", List.of("derived")));
        assertThat(stored("human")).isEqualTo(human);
        assertThat(stored("another")).isEqualTo(another);
        assertThat(stored("derived").status()).isEqualTo(Status.SUPERSEDED);
        assertThat(stored("derived").data()).isEqualTo(Map.of("restates", List.of("another")));
        assertThat(run(Optional.empty(), true, PERSON)).containsExactly(new Cluster("another", List.of("human")));
    }

    @Test
    void whatIsNotSaidAgainStays() throws IOException {
        store.with(
                cell("a", 9),
                cell("number", 1)
                        .with()
                        .content(SAYING + " It takes 40 minutes.")
                        .build(),
                cell("denial", 1)
                        .with()
                        .content(SAYING.replace("is rebuilt", "is never rebuilt"))
                        .build(),
                cell("kind", 1).with().kind(Kind.OPERATIONAL_PATTERN).build(),
                cell("note", 1).with().kind(Kind.NOTE).build(),
                cell("note2", 1).with().kind(Kind.NOTE).build(),
                cell("scope", 1).with().scope(Scope.PRIVATE).subject("anna").build(),
                cell("subject", 1).with().subject("anna").build(),
                cell("expired", 1).with().staleAfter(clock.instant()).build(),
                cell("gone", 1).with().status(Status.STALE).build());
        assertThat(run(Optional.empty(), true, PERSON)).isEmpty();
        assertThat(run(Optional.of("anna"), true, PERSON)).isEmpty();
    }

    @Test
    void clustersAreThoseOfTheCallersViewAndOfTheKindAskedFor() throws IOException {
        for (String owner : List.of("anna", "boris")) {
            store.with(
                    cell(owner + 1, 2)
                            .with()
                            .scope(Scope.PRIVATE)
                            .subject(owner)
                            .build(),
                    cell(owner + 2, 1)
                            .with()
                            .scope(Scope.PRIVATE)
                            .subject(owner)
                            .build());
        }
        store.with(
                cell("h1", 2).with().kind(Kind.HYPOTHESIS).build(),
                cell("h2", 1).with().kind(Kind.HYPOTHESIS).build());
        Cluster hypotheses = new Cluster("h1", List.of("h2"));
        assertThat(run(Optional.empty(), false, PERSON)).containsExactly(hypotheses);
        assertThat(run(Optional.of("anna"), false, PERSON))
                .containsExactlyInAnyOrder(hypotheses, new Cluster("anna1", List.of("anna2")));
        assertThat(run(Optional.of(Kind.HYPOTHESIS), Optional.of("anna"), false, PERSON))
                .containsExactly(hypotheses);
        assertThat(run(Optional.of(Kind.NOTE), Optional.of("anna"), false, PERSON))
                .isEmpty();
        assertThatThrownBy(() -> run(Optional.of(Kind.MENTAL_MAP), Optional.empty(), false, PERSON))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).contains("kind"));
    }

    @Test
    void clusterThatChangesMeanwhileIsLookedAtAgain() throws IOException {
        store.with(cell("old", 9), cell("young", 1), cell("edited", 0));
        store.beforeCommit(() -> {
            store.beforeCommit(() -> {});
            store.putUnheard(cell("edited", 0)
                    .with()
                    .content("Something else by now, told at length.")
                    .build());
        });
        assertThat(run(Optional.empty(), true, AGENT)).containsExactly(new Cluster("old", List.of("young")));
        assertThat(stored("edited").status()).isEqualTo(Status.ACTIVE);
        assertThat(stored("old").data()).isEqualTo(Map.of("restates", List.of("young")));
    }

    @Test
    void cellThatBecomesAPersonsMeanwhileIsNotRetiredByAnAgent() throws IOException {
        MemoryCell theirs = cell("old", 9).with().origin(Origin.HUMAN).build();
        store.with(theirs, cell("young", 1), cell("claimed", 0));
        store.beforeCommit(() -> {
            store.beforeCommit(() -> {});
            store.putUnheard(cell("claimed", 0).with().origin(Origin.HUMAN).build());
        });
        assertThat(run(Optional.empty(), true, AGENT)).containsExactly(new Cluster("old", List.of("young")));
        assertThat(stored("claimed").status()).isEqualTo(Status.ACTIVE);
        assertThat(stored("old")).isEqualTo(theirs);
    }

    @Test
    void oneRunRetiresAtMostSoManyOfOneCluster() throws IOException {
        for (int i = 0; i <= Consolidation.MOST_RESTATEMENTS + 10; i++) {
            store.with(cell("c" + i, i));
        }
        assertThat(run(Optional.empty(), true, AGENT))
                .extracting(cluster -> cluster.restatements().size())
                .containsExactly(Consolidation.MOST_RESTATEMENTS, 9);
        String oldest = "c" + (Consolidation.MOST_RESTATEMENTS + 10);
        assertThat(run(Optional.empty(), true, AGENT)).containsExactly(new Cluster(oldest, List.of("c9")));
        assertThat(store.all().stream().filter(stored -> stored.cell().status() == Status.ACTIVE))
                .extracting(stored -> stored.cell().id())
                .containsExactly(oldest);
    }

    @Provide
    Arbitrary<List<MemoryCell>> corpora() {
        Arbitrary<String> contents = Arbitraries.of(
                        "search", "cluster", "rebuilt", "object", "store", "upgrade", "engine", "never", "40", "after")
                .list()
                .ofMinSize(4)
                .ofMaxSize(12)
                .map(words -> String.join(" ", words));
        return Combinators.combine(
                        Arbitraries.integers().between(0, 19),
                        contents,
                        Arbitraries.of(Origin.values()),
                        Arbitraries.of(Confidence.values()),
                        Arbitraries.of("", "", "anna", "boris"))
                .as((number, content, origin, confidence, owner) -> {
                    MemoryCell.Builder cell = cell("c" + number, number % 7)
                            .with()
                            .content(content)
                            .origin(origin)
                            .confidence(confidence);
                    return (owner.isEmpty() ? cell : cell.scope(Scope.PRIVATE).subject(owner)).build();
                })
                .list()
                .ofMaxSize(20)
                .uniqueElements(MemoryCell::id);
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void applyDoesWhatTheReportSaysAndNothingElse(@ForAll("corpora") List<MemoryCell> cells) throws IOException {
        for (Author author : List.of(AGENT, PERSON)) {
            ConsolidationTest test = new ConsolidationTest();
            test.store.with(cells.toArray(MemoryCell[]::new));
            List<StoredCell> before = test.store.all();
            List<Cluster> reported = test.run(Optional.of("anna"), false, author);
            assertThat(test.store.all()).isEqualTo(before);
            assertThat(test.run(Optional.of("anna"), true, author)).isEqualTo(reported);
            List<String> retired = reported.stream()
                    .flatMap(cluster -> cluster.restatements().stream())
                    .toList();
            assertThat(retired).doesNotHaveDuplicates();
            List<String> keepers = reported.stream().map(Cluster::keeper).toList();
            assertThat(keepers).noneMatch(retired::contains);
            for (StoredCell was : before) {
                MemoryCell now = test.stored(was.cell().id());
                boolean human = was.cell().origin() == Origin.HUMAN && author.equals(AGENT);
                boolean hidden = was.cell().subject().equals(Optional.of("boris"));
                boolean touched = retired.contains(now.id()) || keepers.contains(now.id());
                assertThat(now.status()).isEqualTo(retired.contains(now.id()) ? Status.SUPERSEDED : Status.ACTIVE);
                if (human || hidden || !touched) {
                    assertThat(now).isEqualTo(was.cell());
                }
            }
            assertThat(test.run(Optional.of("anna"), true, author)).isEmpty();
        }
    }
}
