package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryArchive.Existing;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Scope;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchReply.Result;
import ai.xray.memory.internal.rule.Retention;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Cells beside each other in one source lift each other. */
class NeighboursTest {
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
    private static final double RECENCY = 0.85; // of cells that are months old by the clock of the room

    private final Room room;
    private int said;

    NeighboursTest() throws IOException {
        room = Room.empty();
        room.clock.move(Duration.ofDays(3650));
    }

    private MemoryCell.Builder turn(String id, String text) {
        return MemoryCell.cell(id, Kind.NOTE, START.plusSeconds(said++))
                .title("t")
                .content(text)
                .source("talk");
    }

    private void say(MemoryCell.Builder turn) throws IOException {
        room.service.take(List.of(turn.build()), Existing.NEWER, false);
    }

    private Map<String, Double> scores(Optional<String> subject) throws IOException {
        SearchReply reply = room.search("walrus tusks", subject);
        return reply.results().stream()
                .collect(Collectors.toMap(result -> result.cell().id(), NeighboursTest::unshaped));
    }

    private Map<String, Double> scores() throws IOException {
        return scores(Optional.empty());
    }

    private static double unshaped(Result result) {
        return Math.round(100 * result.score() / RECENCY) / 100.0;
    }

    @Test
    void theTurnBesideTheBestStandsAboveOneThatStandsAlone() throws IOException {
        say(turn("question", "walrus tusks"));
        say(turn("answer", "the walrus"));
        say(turn("elsewhere", "a walrus").source("other talk"));
        assertThat(scores())
                .containsEntry("question", 2.4)
                .containsEntry("answer", 1.8)
                .containsEntry("elsewhere", 1.0);
        assertThat(room.found("walrus tusks")).startsWith("question", "answer");
    }

    @Test
    void theSecondCountsLessAndTheThirdNot() throws IOException {
        say(turn("a", "walrus tusks"));
        say(turn("b", "seal"));
        say(turn("c", "walrus"));
        say(turn("d", "walrus").source("other talk"));
        say(turn("e", "otter"));
        say(turn("f", "otter"));
        say(turn("g", "walrus"));
        assertThat(scores())
                .containsEntry("a", 2.3)
                .containsEntry("c", 1.6)
                .containsEntry("d", 1.0)
                .containsEntry("g", 1.0);
    }

    @Test
    void nothingIsFoundForItsNeighboursAlone() throws IOException {
        say(turn("a", "walrus"));
        say(turn("b", "seal"));
        assertThat(room.found("walrus")).containsExactly("a");
    }

    @Test
    void neighboursThatAreHiddenLiftNothingHoweverManyStandBetween() throws IOException {
        say(turn("a", "walrus"));
        for (int i = 0; i < 9; i++) {
            say(turn("mine" + i, "walrus tusks").scope(Scope.PRIVATE).subject("me"));
        }
        say(turn("b", "walrus"));
        assertThat(scores()).isEqualTo(Map.of("a", 1.4, "b", 1.4));
        assertThat(scores(Optional.of("you"))).isEqualTo(Map.of("a", 1.4, "b", 1.4));
        room.agent().delete("mine8", Optional.of("me"));
        assertThat(scores(Optional.of("me"))).containsEntry("mine0", 2.8).containsEntry("b", 1.8);
    }

    @Test
    void aNeighbourThatIsGoneOrComesFromElsewhereNowLiftsNothing() throws IOException {
        say(turn("a", "walrus"));
        say(turn("b", "walrus"));
        say(turn("c", "walrus"));
        room.agent().delete("b", Optional.empty());
        room.agent().expire("c", Optional.empty(), Optional.empty());
        assertThat(scores()).isEqualTo(Map.of("a", 1.0));
    }

    @Test
    void howAlikeANeighbourIsCountsWhetherItIsFoundOrNot() throws IOException {
        FixedMeanings meanings = new FixedMeanings();
        room.service.setFusion(new SumOfScores());
        room.service.addMeanings(meanings, Map.of());
        say(turn("a", "walrus"));
        say(turn("b", "seal"));
        say(turn("c", "walrus").source("other talk"));
        meanings.cosines.putAll(Map.of("a", 0.1, "b", 0.5, "c", 0.1));
        meanings.unranked.add("b");
        assertThat(scores()).isEqualTo(Map.of("a", 1.3, "c", 1.1));
    }

    @Test
    void withoutShapingNothingIsLifted() throws IOException {
        Room plain = Room.with(new Settings(
                new Retention(Duration.ZERO), Duration.ZERO, true, new RecallSettings(false, false, 0, 0)));
        plain.service.take(
                List.of(turn("a", "walrus").build(), turn("b", "walrus").build()), Existing.NEWER, false);
        assertThat(plain.search("walrus").results())
                .hasSize(2)
                .allSatisfy(result -> assertThat(result.score()).isCloseTo(1, within(1e-9)));
    }
}
