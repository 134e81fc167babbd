package ai.xray.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.xray.memory.AgentMemory;
import ai.xray.memory.Briefing;
import ai.xray.memory.BriefingRequest;
import ai.xray.memory.CellDetail;
import ai.xray.memory.CellDraft;
import ai.xray.memory.CellPage;
import ai.xray.memory.Confidence;
import ai.xray.memory.Consolidated;
import ai.xray.memory.Fetched;
import ai.xray.memory.Kind;
import ai.xray.memory.ListRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.RecentRequest;
import ai.xray.memory.Refusal;
import ai.xray.memory.RefuteRequest;
import ai.xray.memory.Refuted;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.Status;
import ai.xray.memory.Superseded;
import ai.xray.memory.Upserted;
import ai.xray.memory.Upserted.Outcome;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * What whoever has an {@link AgentMemory} may count on, wherever the memory is. Each test writes ids and words of its own, so
 * that all of them may share one memory that holds other things too. Its author's origin is {@code derived}.
 */
public abstract class AgentMemoryContract {
    private static final Optional<String> NOBODY = Optional.empty();

    /** In every id and text of one test. */
    private final String own = "w" + UUID.randomUUID().toString().replace("-", "");

    /** The memory under test, the same one for all tests of a class or a new one. */
    protected abstract AgentMemory memory();

    private String id(String name) {
        return own + "-" + name;
    }

    private CellDraft.Builder note(String name, String content) {
        return CellDraft.draft(Kind.NOTE, own + " " + name, content).id(id(name));
    }

    private MemoryCell written(CellDraft.Builder draft) throws IOException {
        return memory().upsert(draft.build()).cell();
    }

    /** What was found of this test's cells; by meaning others may be found too. */
    private List<String> ownIds(SearchReply found) {
        return found.results().stream()
                .map(result -> result.cell().id())
                .filter(id -> id.startsWith(own))
                .toList();
    }

    private interface Asked {
        void ask() throws IOException;
    }

    private static Refusal refused(Asked asked) {
        Refusal refusal = catchThrowableOfType(Refusal.class, asked::ask);
        assertThat(refusal).isNotNull();
        return refusal;
    }

    @Test
    void everyFieldOfADraftComesBack() throws IOException {
        written(note("linked", "What the other links to."));
        Instant deadline = Instant.now().plus(3, ChronoUnit.DAYS).truncatedTo(ChronoUnit.MILLIS);
        Upserted upserted = memory().upsert(CellDraft.draft(
                        Kind.HYPOTHESIS, own + " Überschrift 漢字", "Zeile eins\nline two \uD83D\uDE80 \"quoted\"")
                .id(id("full"))
                .ownedBy(own)
                .confidence(Confidence.LOW)
                .tags("one", "zwei")
                .links(id("linked"))
                .evidenceRefs("https://example.com/a?b=c")
                .source("notes/today.md")
                .staleAfter(deadline)
                .data(Map.of("n", 7L, "deep", Map.of("list", List.of("a", true))))
                .build());
        assertThat(upserted.outcome()).isEqualTo(Outcome.CREATED);
        MemoryCell cell = memory().get(id("full"), Optional.of(own)).cell();
        assertThat(cell).isEqualTo(upserted.cell());
        assertThat(cell.title()).isEqualTo(own + " Überschrift 漢字");
        assertThat(cell.content()).isEqualTo("Zeile eins\nline two \uD83D\uDE80 \"quoted\"");
        assertThat(cell.subject()).contains(own);
        assertThat(cell.confidence()).isEqualTo(Confidence.LOW);
        assertThat(cell.tags()).containsExactly("one", "zwei");
        assertThat(cell.links()).containsExactly(id("linked"));
        assertThat(cell.evidenceRefs()).containsExactly("https://example.com/a?b=c");
        assertThat(cell.source()).contains("notes/today.md");
        assertThat(cell.staleAfter()).contains(deadline);
        assertThat(cell.data()).containsEntry("n", 7L).containsEntry("deep", Map.of("list", List.of("a", true)));
        assertThat(cell.origin()).isEqualTo(Origin.DERIVED);
        assertThat(cell.status()).isEqualTo(Status.ACTIVE);
    }

    @Test
    void whatWasWrittenIsFoundAtOnce() throws IOException {
        MemoryCell cell = written(note("found", "The lighthouse keeper counts ships."));
        SearchReply found = memory().search(SearchRequest.of(own + " lighthouse"));
        assertThat(found.limit()).isEqualTo(SearchRequest.STANDARD_LIMIT);
        assertThat(found.mode()).isIn("lexical", "hybrid");
        SearchReply.Result best = found.results().getFirst();
        assertThat(best.cell()).isEqualTo(cell);
        assertThat(best.matched()).contains("lexical");
        assertThat(best.truncated()).isFalse();
    }

    @Test
    void searchKeepsToKindsAndTagsAndClampsItsLimit() throws IOException {
        written(note("tagged", "A tagged harbour.").tags("north", "south"));
        written(note("half", "A harbour with one tag.").tags("north"));
        SearchRequest tagged = new SearchRequest(
                own + " harbour", Set.of(Kind.NOTE), NOBODY, List.of("north", "south"), 1000, false, true);
        SearchReply found = memory().search(tagged);
        assertThat(found.results()).extracting(result -> result.cell().id()).containsExactly(id("tagged"));
        assertThat(found.limit()).isEqualTo(50);
        SearchRequest events = new SearchRequest(own + " harbour", Set.of(Kind.EVENT), NOBODY, List.of(), 10, false);
        assertThat(memory().search(events).results()).isEmpty();
    }

    @Test
    void ofOneSourceOnlyTheBestIsShownWhereAsked() throws IOException {
        written(note("first", "The ferry leaves at nine.").source(own));
        written(note("second", "The ferry comes back at ten with passengers.").source(own));
        SearchRequest all = new SearchRequest(own + " ferry", Set.of(), NOBODY, List.of(), 10, false, false);
        SearchRequest best = new SearchRequest(own + " ferry", Set.of(), NOBODY, List.of(), 10, false, true);
        assertThat(ownIds(memory().search(all))).hasSize(2);
        assertThat(ownIds(memory().search(best))).hasSize(1);
    }

    @Test
    void linkedCellsJoinTheHitsWhereAsked() throws IOException {
        MemoryCell linked = written(
                CellDraft.draft(Kind.NOTE, "Far away", "Nothing in common.").id(id("far")));
        written(note("near", "The windmill turns.").links(linked.id()));
        SearchRequest expanding = new SearchRequest(own + " windmill", Set.of(), NOBODY, List.of(), 50, true);
        assertThat(ownIds(memory().search(expanding))).contains(id("near"), linked.id());
    }

    @Test
    void aPrivateCellDoesNotExistWithoutItsSubject() throws IOException {
        written(note("mine", "A secret anchorage.").ownedBy(own));
        assertThat(memory().get(id("mine"), Optional.of(own)).cell().title()).contains("mine");
        for (Optional<String> other : List.of(NOBODY, Optional.of(own.toUpperCase(Locale.ROOT)))) {
            Refusal hidden = refused(() -> memory().get(id("mine"), other));
            Refusal absent = refused(() -> memory().get(id("none"), other));
            assertThat(hidden.isNotFound()).isTrue();
            assertThat(hidden.field()).contains("id");
            assertThat(hidden.getMessage().replace(id("mine"), "X"))
                    .isEqualTo(absent.getMessage().replace(id("none"), "X"));
            assertThat(memory().fetch(List.of(id("mine")), other).missing()).containsExactly(id("mine"));
            assertThat(refused(() -> memory().delete(id("mine"), other)).isNotFound())
                    .isTrue();
        }
    }

    @Test
    void fetchKeepsTheOrderAndTellsWhatIsMissing() throws IOException {
        MemoryCell one = written(note("one", "First."));
        MemoryCell two = written(note("two", "Second."));
        Fetched fetched = memory().fetch(List.of(two.id(), id("none"), one.id()), NOBODY);
        assertThat(fetched.cells()).containsExactly(two, one);
        assertThat(fetched.missing()).containsExactly(id("none"));
    }

    @Test
    void getTellsWhatACellLinksToAndWhatCitesIt() throws IOException {
        written(note("base", "A base."));
        written(note("citing", "It cites.").links(id("base")));
        CellDetail base = memory().get(id("base"), NOBODY);
        assertThat(base.citedBy()).containsExactly(id("citing"));
        assertThat(memory().get(id("citing"), NOBODY).links()).containsExactly(id("base"));
    }

    @Test
    void pagesOfAListJoinWithoutGapOrRepetition() throws IOException {
        for (int i = 0; i < 5; i++) {
            written(note("page" + i, "Number " + i).tags(own));
        }
        ListRequest first = new ListRequest(
                Optional.of(Kind.NOTE),
                NOBODY,
                Optional.of(Status.ACTIVE),
                List.of(own),
                ListRequest.Order.OLDEST,
                3,
                NOBODY);
        CellPage one = memory().list(first);
        CellPage two = memory().list(new ListRequest(
                first.kind(), NOBODY, first.status(), first.tags(), first.order(), 3, one.next()));
        assertThat(one.limit()).isEqualTo(3);
        assertThat(one.cells()).extracting(MemoryCell::id).containsExactly(id("page0"), id("page1"), id("page2"));
        assertThat(two.cells()).extracting(MemoryCell::id).containsExactly(id("page3"), id("page4"));
        assertThat(two.next()).isEmpty();
    }

    @Test
    void recentCellsAreThoseThatChangedLast() throws IOException {
        Instant before = Instant.now().minusSeconds(1);
        MemoryCell cell = written(note("recent", "Just now."));
        assertThat(memory().recent(new RecentRequest(100, Optional.of(before), NOBODY))
                        .cells())
                .contains(cell);
        assertThat(memory().recent(new RecentRequest(1, Optional.empty(), NOBODY))
                        .limit())
                .isEqualTo(1);
    }

    @Test
    void aBriefingNamesTheCellsInIt() throws IOException {
        written(note("brief", "The drawbridge opens at noon."));
        Briefing briefing = memory().briefing(new BriefingRequest(own + " drawbridge", NOBODY, 500, 8));
        assertThat(briefing.ids()).contains(id("brief"));
        assertThat(briefing.context()).contains("drawbridge");
        assertThat(briefing.tokens()).isPositive().isLessThanOrEqualTo(500);
        assertThat(briefing.limit()).isEqualTo(8);
    }

    @Test
    void anUpdateKeepsWhatItDoesNotGiveAndAnEmptyListTakesAway() throws IOException {
        MemoryCell before = written(note("kept", "Before.").tags("a").source("s"));
        Upserted updated = memory().upsert(CellDraft.draft()
                .id(id("kept"))
                .content("After.")
                .tags()
                .build());
        assertThat(updated.outcome()).isEqualTo(Outcome.UPDATED);
        assertThat(updated.cell().title()).isEqualTo(before.title());
        assertThat(updated.cell().source()).contains("s");
        assertThat(updated.cell().tags()).isEmpty();
        assertThat(updated.cell().content()).isEqualTo("After.");
        assertThat(memory().upsert(CellDraft.draft()
                                .id(id("kept"))
                                .content("After.")
                                .build())
                        .outcome())
                .isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void aRestatementMergesAndConsolidationFindsNoMore() throws IOException {
        CellDraft.Builder pattern = CellDraft.draft(
                Kind.OPERATIONAL_PATTERN,
                own + " Restart order",
                "Restart the queue before the workers of " + own + ".");
        Upserted first = memory().upsert(pattern.build());
        Upserted again = memory().upsert(pattern.build());
        assertThat(first.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(again.outcome()).isIn(Outcome.MERGED, Outcome.UNCHANGED);
        assertThat(again.cell().id()).isEqualTo(first.cell().id());
        Consolidated found = memory().consolidate(Optional.of(Kind.OPERATIONAL_PATTERN), NOBODY, false);
        assertThat(found.applied()).isFalse();
        assertThat(found.clusters())
                .noneMatch(cluster -> cluster.keeper().equals(first.cell().id()));
    }

    @Test
    void aSupersededCellStaysReadable() throws IOException {
        written(note("old", "The gate is red.").ownedBy(own));
        Superseded done = memory().supersede(
                        id("old"),
                        CellDraft.draft()
                                .id(id("new"))
                                .subject(own)
                                .title(own + " gate")
                                .content("The gate is blue.")
                                .build());
        assertThat(done.superseded()).isEqualTo(id("old"));
        assertThat(done.cell().id()).isEqualTo(id("new"));
        assertThat(done.cell().subject()).contains(own);
        assertThat(done.cell().supersedes()).contains(id("old"));
        assertThat(memory().get(id("old"), Optional.of(own)).cell().status()).isEqualTo(Status.SUPERSEDED);
    }

    @Test
    void anExpiredCellIsStaleAndSaysWhy() throws IOException {
        written(note("late", "Too late."));
        MemoryCell expired = memory().expire(id("late"), Optional.of("It is over."), NOBODY);
        assertThat(expired.status()).isEqualTo(Status.STALE);
        assertThat(expired.data().get("expired").toString()).contains("It is over.");
    }

    @Test
    void aRefutationTakesAlongWhatWasDrawnFromIt() throws IOException {
        written(note("wrong", "The sea is flat."));
        written(note("drawn", "So ships fall off.").links(id("wrong")));
        RefuteRequest preview = new RefuteRequest(id("wrong"), "Measured.", Optional.of("a survey"), NOBODY, true);
        Refuted would = memory().refute(preview);
        assertThat(would.retired()).containsExactly(id("drawn"));
        assertThat(memory().get(id("drawn"), NOBODY).cell().status()).isEqualTo(Status.ACTIVE);
        Refuted did = memory().refute(new RefuteRequest(id("wrong"), "Measured.", NOBODY, NOBODY, false));
        assertThat(did.retired()).isEqualTo(would.retired());
        assertThat(memory().get(id("drawn"), NOBODY).cell().status()).isEqualTo(Status.STALE);
    }

    @Test
    void aDeletedCellIsGone() throws IOException {
        written(note("gone", "For a moment."));
        memory().delete(id("gone"), NOBODY);
        assertThat(refused(() -> memory().get(id("gone"), NOBODY)).isNotFound()).isTrue();
        assertThat(ownIds(memory().search(SearchRequest.of(own + " moment")))).isEmpty();
    }

    @Test
    void aRefusalNamesTheFieldAndNothingIsStored() throws IOException {
        Refusal title = refused(() -> memory().upsert(note("bad", "x").title("").build()));
        assertThat(title.code()).isEqualTo(Refusal.Code.INVALID_ARGUMENT);
        assertThat(title.field()).contains("title");
        Refusal limit = refused(() -> memory().search(new SearchRequest(own, Set.of(), NOBODY, List.of(), 0, false)));
        assertThat(limit.field()).contains("limit");
        Refusal fact = refused(() -> memory().upsert(CellDraft.draft(Kind.STABLE_FACT, own, "Not sure.")
                .id(id("bad"))
                .build()));
        assertThat(fact.field()).contains("confidence");
        assertThat(refused(() -> memory().get(id("bad"), NOBODY)).isNotFound()).isTrue();
    }

    @Test
    void aBlankQueryGivesRecentCells() throws IOException {
        MemoryCell cell = written(note("newest", "Right now."));
        SearchReply recent = memory().search(SearchRequest.of(" "));
        assertThat(recent.mode()).isEqualTo("recent");
        assertThat(recent.results()).extracting(SearchReply.Result::cell).contains(cell);
    }
}
