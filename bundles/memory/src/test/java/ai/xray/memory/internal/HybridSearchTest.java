package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchReply.Result;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.Status;
import ai.xray.memory.internal.rule.Retention;
import ai.xray.search.Fusion;
import ai.xray.search.Ranked;
import ai.xray.search.Ranking;
import ai.xray.search.Reranker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HybridSearchTest {
    private static final Fusion SUM = new SumOfScores();

    private final FixedMeanings meanings = new FixedMeanings();
    private final Room room;

    HybridSearchTest() throws IOException {
        room = Room.empty();
        fused(room);
    }

    private void fused(Room other) {
        other.service.addMeanings(meanings, Map.of());
        other.service.setFusion(SUM);
    }

    private static Room with(RecallSettings recall) throws IOException {
        return Room.with(new Settings(new Retention(Duration.ZERO), Duration.ZERO, true, recall));
    }

    private static void write(Room where, Kind kind, String id, String title, String content) throws IOException {
        where.agent().upsert(Draft.note(title, content).kind(kind).id(id).build());
    }

    private void note(String id, String text, double cosine) throws IOException {
        write(room, Kind.NOTE, id, id, text);
        meanings.cosines.put(id, cosine);
    }

    @Test
    void whatIsMeantIsFoundWithoutItsWords() throws IOException {
        note("a", "the walrus sleeps", 0.1);
        note("b", "a large seal with tusks", 0.9);

        SearchReply reply = room.search("walrus");

        assertThat(reply.mode()).isEqualTo("hybrid");
        assertThat(Room.ids(reply)).containsExactly("a", "b");
        assertThat(reply.results())
                .extracting(Result::matched)
                .containsExactly(List.of("lexical", "semantic"), List.of("semantic"));
    }

    @Test
    void whatHasNoVectorYetIsNotPushedOutByWhatHas() throws IOException {
        for (int i = 0; i < 12; i++) {
            note("like" + i, "a seal with tusks", 0.9);
        }
        write(room, Kind.NOTE, "new", "new", "the walrus sleeps");
        room.service.setFusion(rankings ->
                SUM.fuse(rankings.stream().map(HybridSearchTest::whole).toList()));
        assertThat(room.found("walrus")).startsWith("new").hasSize(10);
    }

    private static Ranking whole(Ranking ranking) {
        List<Ranked> all = Stream.concat(ranking.ranked().stream(), ranking.others().stream())
                .toList();
        return new Ranking(ranking.means(), all);
    }

    @Test
    void withoutAnAnswerItIsByWordsAndSaysWhy() throws IOException {
        note("a", "the walrus sleeps", 0.5);
        meanings.answers = false;
        meanings.why = Optional.of("the model is away");

        SearchReply reply = room.search("walrus");

        assertThat(reply.mode()).isEqualTo("lexical");
        assertThat(reply.degraded()).hasValue("lexical only: the model is away");
        assertThat(Room.ids(reply)).containsExactly("a");
    }

    @Test
    void whenTheServiceGoesItIsByWordsAlone() throws IOException {
        note("a", "the walrus sleeps", 0.5);
        room.service.removeMeanings(meanings);
        assertThat(room.search("walrus").mode()).isEqualTo("lexical");
        assertThat(room.search("walrus").degraded()).isEmpty();
    }

    @Test
    void aServiceThatComesLaterGetsTheCellsThatAreThere() throws IOException {
        Room early = Room.empty();
        write(early, Kind.NOTE, "early", "t", "c");
        FixedMeanings late = new FixedMeanings();
        early.service.addMeanings(late, standing(0, 1));
        Room.await(() -> late.held.containsKey("early"));
        FixedMeanings later = new FixedMeanings();
        early.service.addMeanings(later, standing(0, 2));
        assertThat(later.held).as("of the second best").isEmpty();
        early.service.removeMeanings(late);
        Room.await(() -> later.held.containsKey("early"));
    }

    @Test
    void aBetterServiceTakesOverOnceItHasVectors() throws IOException {
        note("a", "the walrus sleeps", 0.5);
        FixedMeanings better = new FixedMeanings();
        better.embeds = false;
        room.service.addMeanings(better, standing(100, 2));
        Room.await(() -> better.held.containsKey("a"));
        write(room, Kind.NOTE, "b", "seal", "of the sea");
        assertThat(better.held).as("both are kept up").containsKey("b");
        assertThat(room.search("walrus").mode()).isEqualTo("hybrid");
        assertThat(better.asked).hasValue(0);
        better.embeds = true;
        Room.await(() -> isAskedBySearch(better));
        Room.await(meanings.held::isEmpty);
        int before = meanings.asked.get();
        room.search("walrus");
        assertThat(meanings.asked).hasValue(before);
    }

    @Test
    void whenTheOldServiceGoesTooEarlyTheNewOneServesAsFarAsItIs() throws IOException {
        note("a", "the walrus sleeps", 0.5);
        FixedMeanings better = new FixedMeanings();
        better.embeds = false;
        room.service.addMeanings(better, standing(100, 2));
        room.service.removeMeanings(meanings);
        room.search("walrus");
        assertThat(better.asked).hasValue(1);
        assertThat(meanings.held).isEmpty();
    }

    private boolean isAskedBySearch(FixedMeanings service) {
        try {
            room.search("walrus");
            return service.asked.get() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> standing(int ranking, long id) {
        return Map.of("service.ranking", ranking, "service.id", id);
    }

    @Test
    void onlyWhatASearchMayFindIsHeld() throws IOException {
        note("a", "walrus", 0.5);
        note("b", "seal", 0.5);
        note("c", "otter", 0.5);
        room.agent().expire("a", Optional.empty(), Optional.empty());
        room.agent().delete("b", Optional.empty());
        assertThat(meanings.held).containsOnlyKeys("c");
    }

    @Test
    void aPrivateCellIsNotMeantByOthers() throws IOException {
        room.agent()
                .upsert(Draft.note("secret", "walrus").id("mine").ownedBy("me").build());
        meanings.cosines.put("mine", 1.0);
        note("shared", "walrus", 0.1);
        assertThat(room.found("walrus")).containsExactly("shared");
        assertThat(Room.ids(room.search("walrus", Optional.of("me")))).containsExactly("mine", "shared");
    }

    @Test
    void whatIsEmbeddedIsCutBetweenCharacters() throws IOException {
        write(room, Kind.EVENT, "long", "title", "𝄞".repeat(1000));
        String text = meanings.text("long");
        assertThat(text).startsWith("event public title 𝄞").endsWith("𝄞");
        assertThat(text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length)
                .isBetween(1_797, 1_800);
    }

    @Test
    void restatementsCollapseIntoTheBestAndAreCounted() throws IOException {
        String fact = "the payments gateway closes idle connections after the agreed number of quiet seconds";
        Room plain =
                Room.with(new Settings(new Retention(Duration.ZERO), Duration.ZERO, false, RecallSettings.DEFAULT));
        write(plain, Kind.OPERATIONAL_PATTERN, "one", "gateway", fact);
        write(plain, Kind.OPERATIONAL_PATTERN, "two", "gateway", fact + " each");
        write(plain, Kind.NOTE, "note", "gateway", fact);

        List<Result> results = plain.search("payments gateway idle connections").results();

        assertThat(results).hasSize(2);
        assertThat(results)
                .filteredOn(result -> result.cell().kind() == Kind.OPERATIONAL_PATTERN)
                .singleElement()
                .extracting(Result::collapsed)
                .isEqualTo(1);
    }

    @Test
    void restatementsOfTwoSubjectsDoNotCollapse() throws IOException {
        String fact = "the payments gateway closes idle connections after the agreed number of quiet seconds";
        room.agent()
                .upsert(Draft.note("gateway", fact)
                        .kind(Kind.OPERATIONAL_PATTERN)
                        .id("mine")
                        .ownedBy("me")
                        .build());
        write(room, Kind.OPERATIONAL_PATTERN, "shared", "gateway", fact);
        assertThat(room.search("payments gateway", Optional.of("me")).results())
                .extracting(Result::collapsed)
                .containsExactly(0, 0);
    }

    @Test
    void aWatchItemMovesUpAndAnOldCellDown() throws IOException {
        write(room, Kind.NOTE, "old", "walrus", "c");
        room.clock.move(Duration.ofDays(60));
        write(room, Kind.NOTE, "new", "walrus", "c");
        write(room, Kind.WATCH_ITEM, "watched", "walrus", "c");
        assertThat(room.found("walrus")).containsExactly("watched", "new", "old");

        List<Result> results = room.search("walrus").results();
        assertThat(results.get(0).score() / results.get(1).score()).isCloseTo(1.7, within());
        assertThat(results.get(2).score() / results.get(1).score()).isCloseTo(0.85, within());
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.data.Offset.offset(0.01);
    }

    @Test
    void withoutShapingTheOrderIsThatOfTheRankers() throws IOException {
        Room plain = with(new RecallSettings(false, false, 0, 0));
        write(plain, Kind.WATCH_ITEM, "watched", "walrus", "c");
        write(plain, Kind.NOTE, "better", "walrus", "in winter");
        assertThat(Room.ids(plain.search("walrus winter"))).containsExactly("better", "watched");
    }

    @Test
    void aRerankerHasTheLastWord() throws IOException {
        note("a", "walrus walrus", 0.9);
        note("b", "walrus", 0.1);
        Reranker reversed = (query, texts) -> texts.stream()
                .mapToDouble(text -> text.startsWith("b\n") ? 2 : 1)
                .toArray();
        room.service.setReranker(reversed);
        assertThat(room.found("walrus")).containsExactly("b", "a");
        room.service.unsetReranker(reversed);
        assertThat(room.found("walrus")).containsExactly("a", "b");
    }

    @Test
    void aRerankerThatFailsChangesNothingAndIsTold() throws IOException {
        note("a", "walrus", 0.9);
        note("b", "walrus", 0.1);
        room.service.setReranker((query, texts) -> {
            throw new IOException("the model is away");
        });
        assertThat(room.found("walrus")).containsExactly("a", "b");
        assertThat(room.search("walrus").degraded()).hasValue("not reranked: the model is away");
        room.service.setReranker((query, texts) -> new double[] {1});
        assertThat(room.search("walrus").degraded()).hasValue("not reranked: it gave 1 scores for 2 texts");
    }

    @Test
    void aRerankerThatHangsIsNotWaitedForBeyondItsTimeAndThenLeftAlone() throws IOException {
        Room hurried = with(new RecallSettings(true, false, 0, 0, Duration.ofSeconds(1)));
        fused(hurried);
        write(hurried, Kind.NOTE, "a", "walrus", "c");
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch interrupted = new CountDownLatch(1);
        Reranker hanging = (query, texts) -> {
            asked.incrementAndGet();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return new double[texts.size()];
        };
        hurried.service.setReranker(hanging);
        SearchReply late = hurried.search("walrus");
        assertThat(Room.ids(late)).containsExactly("a");
        assertThat(late.degraded())
                .hasValue("not reranked: the reranker did not answer within 1.0 s (rerank-timeout-seconds)");
        Room.await(() -> interrupted.getCount() == 0);
        assertThat(hurried.search("walrus").degraded()).isEqualTo(late.degraded());
        assertThat(asked).hasValue(1);

        Reranker another = (query, texts) -> new double[texts.size()];
        hurried.service.setReranker(another);
        assertThat(hurried.search("walrus").degraded()).isEmpty();
        hurried.service.close();
    }

    @Test
    void aQueryThatATitleSaysIsNotEmbeddedWhenSoSet() throws IOException {
        Room quick = with(new RecallSettings(true, true, 0, 0));
        fused(quick);
        write(quick, Kind.NOTE, "a", "The Walrus sleeps", "c");
        assertThat(quick.search("walrus sleeps").mode()).isEqualTo("lexical");
        assertThat(meanings.asked).hasValue(0);
        assertThat(quick.search("walrus winter").mode()).isEqualTo("hybrid");
        assertThat(meanings.asked).hasValue(1);
    }

    @Test
    void whatIsMuchLessSimilarThanTheFirstIsLeftOutWhenSoSet() throws IOException {
        Room strict = with(new RecallSettings(true, false, 0.3, 0));
        fused(strict);
        for (Map.Entry<String, Double> cell :
                Map.of("a", 0.9, "b", 0.7, "c", 0.5).entrySet()) {
            write(strict, Kind.NOTE, cell.getKey(), "t", "c");
            meanings.cosines.put(cell.getKey(), cell.getValue());
        }
        assertThat(Room.ids(strict.search("walrus"))).containsExactly("a", "b");
    }

    @Test
    void longContentIsCutAndMarkedWhenSoSet() throws IOException {
        Room narrow = with(new RecallSettings(true, false, 0, 20));
        write(narrow, Kind.NOTE, "long", "walrus", "𝄞".repeat(21));
        write(narrow, Kind.NOTE, "short", "walrus", "𝄞".repeat(20));
        Map<String, Result> results = new LinkedHashMap<>();
        narrow.search("walrus")
                .results()
                .forEach(result -> results.put(result.cell().id(), result));
        assertThat(results.get("long").truncated()).isTrue();
        assertThat(results.get("long").cell().content()).isEqualTo("𝄞".repeat(20));
        assertThat(results.get("short").truncated()).isFalse();
        assertThat(narrow.agent().get("long", Optional.empty()).cell().content())
                .isEqualTo("𝄞".repeat(21));
    }

    @Test
    void settingsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new RecallSettings(true, false, 2.1, 0))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith("semantic-score-gap: 2.1");
        assertThatThrownBy(() -> new RecallSettings(true, false, Double.NaN, 0)).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> new RecallSettings(true, false, 0, 19))
                .hasMessageStartingWith("headroom-content-limit: 19");
        for (int seconds : List.of(0, -1, 61)) {
            assertThatThrownBy(() -> new RecallSettings(true, false, 0, 0, Duration.ofSeconds(seconds)))
                    .isInstanceOf(Refusal.class)
                    .hasMessage("rerank-timeout-seconds: %d is not allowed; it must be 1 to 60.", seconds);
        }
    }

    @Test
    void ofASourceOnlyTheBestIsShownWhenAskedSo() throws IOException {
        for (String id : List.of("a", "b", "c")) {
            MemoryCell cell = MemoryCell.cell(id, Kind.NOTE, Instant.parse("2026-11-01T00:00:00Z"))
                    .title("walrus")
                    .content(id)
                    .status(Status.ACTIVE)
                    .source(id.equals("c") ? "other" : "book")
                    .build();
            room.service.take(List.of(cell), ai.xray.memory.MemoryArchive.Existing.NEWER, false);
        }
        SearchReply reply = room.agent()
                .search(new SearchRequest("walrus", Set.of(), Optional.empty(), List.of(), 10, false, true));
        assertThat(Room.ids(reply)).containsExactly("a", "c");
        assertThat(reply.results().getFirst().collapsed()).isEqualTo(1);
    }
}
