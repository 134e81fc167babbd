package ai.xray.search.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.Refusal;
import ai.xray.search.Ranked;
import ai.xray.search.SemanticIndex;
import ai.xray.search.SemanticIndex.Question;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SemanticServiceTest {
    private static final Map<String, Object> FRUIT = Map.of("xray.name", "fruit");
    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final Map<String, Object> COLOUR = Map.of("xray.name", "colour");

    @TempDir
    private Path folder;

    private final WordVectors fruit = new WordVectors("fruit-3", "apple", "pear", "plum");
    private final WordVectors colour = new WordVectors("colour-2", "red", "green");
    private final ExactVectors ranker = new ExactVectors();
    private final Corpus corpus = new Corpus();
    private SemanticService service;
    private SemanticIndex<String> index;

    @BeforeEach
    void open() {
        service = new SemanticService(folder, "fruit", TIMEOUT);
        service.addRanker(ranker, standing(0, 1));
        service.addEmbedder(fruit, FRUIT);
        index = service.open(corpus);
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void whatIsPutIsFoundByItsMeaningSoonAfter() {
        put("a", "an apple");
        put("b", "a pear");
        settled();
        assertThat(nearest("apple")).containsExactly("a");
        assertThat(index.ask("pear").degraded()).isEmpty();
        assertThat(index.progress().embedded()).isEqualTo(2);
    }

    @Test
    void aRemovedDocumentIsGoneAtOnceAndStaysGone() {
        put("a", "an apple");
        settled();
        corpus.texts.remove("a");
        index.remove("a");
        assertThat(nearest("apple")).isEmpty();
        settled();
        assertThat(nearest("apple")).isEmpty();
        assertThat(index.progress().embedded()).isZero();
    }

    @Test
    void aDocumentRemovedWhileItsVectorIsMadeDoesNotComeBack() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch removed = new CountDownLatch(1);
        fruit.meanwhile = () -> {
            reached.countDown();
            awaitUninterruptibly(removed);
        };
        put("a", "an apple");
        assertThat(reached.await(10, TimeUnit.SECONDS)).isTrue();
        corpus.texts.remove("a");
        index.remove("a");
        removed.countDown();
        settled();
        assertThat(nearest("apple")).isEmpty();
    }

    @Test
    void filtersSeeNewAttributesAtOnce() {
        put("a", "an apple");
        settled();
        index.put("a", "hidden");
        assertThat(ids(index.ask("apple").nearest("shown"::equals, 10))).isEmpty();
    }

    @Test
    void anUnchangedTextIsNotEmbeddedAgain() {
        put("a", "an apple");
        settled();
        index.put("a", "other attributes");
        settled();
        assertThat(fruit.embedded).hasValue(1);
    }

    @Test
    void vectorsOfASlowModelAreKeptForTheNextStart() {
        put("a", "an apple");
        settled();
        service.close();
        open();
        put("a", "an apple");
        settled();
        assertThat(fruit.embedded).hasValue(1);
        assertThat(nearest("apple")).containsExactly("a");
    }

    @Test
    void theOldVectorsServeUntilThoseOfAnotherModelAreMade() {
        put("a", "a red apple");
        put("b", "a green pear");
        settled();
        CountDownLatch go = new CountDownLatch(1);
        colour.meanwhile = () -> awaitUninterruptibly(go);
        service.addEmbedder(colour, COLOUR);
        service.use("colour", TIMEOUT);
        assertThat(nearest("apple")).containsExactly("a");
        assertThat(index.progress().fingerprint()).isEqualTo("fruit-3");
        go.countDown();
        await(() -> index.progress().fingerprint().equals("colour-2"));
        assertThat(nearest("green")).containsExactly("b");
        assertThat(nearest("apple")).isEmpty();
    }

    @Test
    void aModelThatComesBackNeedsNoNewVectors() {
        fruit.quick = true;
        put("a", "an apple");
        settled();
        service.removeEmbedder(fruit);
        assertThat(index.ask("apple").degraded())
                .hasValueSatisfying(why -> assertThat(why).contains("'fruit'"));
        service.addEmbedder(fruit, FRUIT);
        settled();
        assertThat(index.ask("apple").degraded()).isEmpty();
        assertThat(nearest("apple")).containsExactly("a");
        assertThat(fruit.embedded.get()).isLessThanOrEqualTo(3); // one text and the queries
    }

    @Test
    void whatIsLessAlikeThanTheFloorOfTheEmbedderIsNotFoundButComparedStill() {
        put("a", "an apple");
        put("b", "an apple, a pear and a plum"); // 0.58 from each of them
        settled();
        assertThat(nearest("apple")).containsExactly("a", "b");
        service.removeEmbedder(fruit);
        service.addEmbedder(fruit, Map.of("xray.name", "fruit", "xray.floor", 0.6));
        settled();
        assertThat(nearest("apple")).containsExactly("a");
        assertThat(index.ask("apple").similarities(List.of("a", "b"))).containsOnlyKeys("a", "b");
        service.removeEmbedder(fruit);
        service.addEmbedder(fruit, FRUIT);
        settled();
        assertThat(nearest("apple")).containsExactly("a", "b");
    }

    @Test
    void anotherRankerIsFilledBehindWhileTheOldOneServes() {
        put("a", "an apple");
        put("b", "a pear");
        settled();
        fruit.quick = true; // else its vectors come from the cache, and nothing holds the filling up
        CountDownLatch go = new CountDownLatch(1);
        Thread test = Thread.currentThread();
        fruit.meanwhile = () -> {
            if (Thread.currentThread() != test) {
                awaitUninterruptibly(go);
            }
        };
        ExactVectors better = new ExactVectors();
        service.addRanker(better, standing(100, 2));
        await(() -> index.progress().waiting() == 2);
        assertThat(nearest("apple")).containsExactly("a");
        assertThat(index.ask("apple").degraded()).isEmpty();
        assertThat(better.opened).hasValue(0);

        go.countDown();

        await(() -> index.progress().waiting() == 0);
        service.removeRanker(ranker);
        assertThat(nearest("pear")).containsExactly("b");
        assertThat(index.ask("pear").degraded()).isEmpty();
        assertThat(better.opened).hasValue(1);
    }

    @Test
    void aRankerThatStandsBehindChangesNothing() {
        put("a", "an apple");
        settled();
        ExactVectors other = new ExactVectors();
        service.addRanker(other, standing(0, 2));
        put("b", "a pear");
        settled();
        service.removeRanker(other);
        assertThat(nearest("apple")).containsExactly("a");
        assertThat(other.opened).hasValue(0);
        assertThat(ranker.opened).hasValue(1);
    }

    @Test
    void withoutARankerThatIsSaidAndTheNextOneIsFilledByItself() {
        put("a", "an apple");
        settled();
        Question<String> asked = index.ask("apple");
        service.removeRanker(ranker);
        assertThat(index.ask("apple").answered()).isFalse();
        assertThat(index.ask("apple").degraded()).hasValue("no vector ranker is there");
        assertThat(index.progress().problem()).hasValue("no vector ranker is there");
        assertThat(ids(asked.nearest(attributes -> true, 10))).containsExactly("a");

        service.addRanker(new ExactVectors(), standing(0, 2));

        settled();
        assertThat(index.ask("apple").degraded()).isEmpty();
        assertThat(nearest("apple")).containsExactly("a");
    }

    @Test
    void whatIsFilledServesAsFarAsItIsOnceTheOldRankerIsGoneAndSaysSo() {
        put("a", "an apple");
        put("b", "a pear");
        settled();
        fruit.quick = true;
        CountDownLatch go = new CountDownLatch(1);
        Thread test = Thread.currentThread();
        fruit.meanwhile = () -> {
            if (Thread.currentThread() != test) {
                awaitUninterruptibly(go);
            }
        };
        service.addRanker(new ExactVectors(), standing(100, 2));
        await(() -> index.progress().waiting() == 2);
        service.removeRanker(ranker);
        assertThat(nearest("apple")).isEmpty();
        assertThat(index.ask("apple").degraded()).hasValue("2 texts have no vector yet and are found by their words");
        go.countDown();
        settled();
        assertThat(nearest("apple")).containsExactly("a");
        assertThat(index.ask("apple").degraded()).isEmpty();
    }

    @Test
    void aProblemOfTheRankerIsTold() {
        put("a", "an apple");
        settled();
        ranker.problem = Optional.of("the graph failed");
        assertThat(index.progress().problem()).hasValue("the graph failed");
        assertThat(index.ask("apple").degraded()).as("nothing is missed").isEmpty();
    }

    @Test
    void noneIsNoDegradation() {
        put("a", "an apple");
        settled();
        service.use("none", TIMEOUT);
        Question<String> question = index.ask("apple");
        assertThat(question.answered()).isFalse();
        assertThat(question.degraded()).isEmpty();
    }

    @Test
    void anEmbedderThatIsNotThereIsNamedWithThoseThatAre() {
        service.use("friut", TIMEOUT);
        assertThat(index.ask("apple").degraded()).hasValue("no embedder 'friut' is there, but: fruit");
    }

    @Test
    void aQueryThatTakesTooLongIsGivenUpAndTheNextIsNotTried() {
        put("a", "an apple");
        settled();
        CountDownLatch never = new CountDownLatch(1);
        fruit.meanwhile = () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        Question<String> first = index.ask("plum");
        assertThat(first.answered()).isFalse();
        assertThat(first.degraded()).hasValue("the embedder did not answer within 0.5 s (embedding-timeout)");
        fruit.meanwhile = () -> {
            throw new AssertionError("the embedder is resting");
        };
        assertThat(index.ask("pear").degraded()).isEqualTo(first.degraded());
    }

    @Test
    void aFailingEmbedderIsToldAndTriedAgain() {
        fruit.failure = new IOException("the model is away");
        put("a", "an apple");
        await(() -> index.progress().problem().isPresent());
        assertThat(index.progress().problem()).hasValue("the model is away");
        fruit.failure = null;
        settled();
        assertThat(nearest("apple")).containsExactly("a");
        assertThat(index.progress().problem()).isEmpty();
    }

    @Test
    void oneTextThatCannotBeEmbeddedHoldsUpNoOther() {
        fruit.poison = "plum";
        put("bad", "a plum");
        for (int i = 0; i < 5; i++) {
            put("good" + i, "an apple");
        }
        await(() -> index.progress().embedded() == 5);
        assertThat(index.progress().waiting()).isEqualTo(1);
        assertThat(index.ask("apple").degraded())
                .hasValueSatisfying(why -> assertThat(why).contains("1 texts"));
    }

    @Test
    void oneTextInAHundredThatCannotBeEmbeddedDoesNotKeepAnotherModelFromServing() {
        for (int i = 0; i < 150; i++) {
            put("id" + i, i == 7 ? "a plum" : "a red apple");
        }
        settled();
        colour.poison = "plum";
        service.addEmbedder(colour, COLOUR);
        service.use("colour", TIMEOUT);
        await(() -> index.progress().fingerprint().equals("colour-2"));
        assertThat(index.progress().embedded()).isEqualTo(149);
    }

    @Test
    void whileNothingIsMadeYetThatIsSaid() {
        CountDownLatch go = new CountDownLatch(1);
        SemanticService fresh = new SemanticService(folder, "fruit", TIMEOUT);
        fresh.addRanker(ranker, standing(0, 1));
        SemanticIndex<String> early = fresh.open(ids -> {
            awaitUninterruptibly(go);
            return Map.of();
        });
        assertThat(early.ask("apple").degraded())
                .hasValueSatisfying(why -> assertThat(why).contains("'fruit'"));
        go.countDown();
        fresh.close();
    }

    @Test
    void vectorsOfTheWrongLengthAreRefusedInWords() {
        put("a", "an apple");
        settled();
        WordVectors longer = new WordVectors("fruit-3", "apple", "pear", "plum", "fig");
        service.removeEmbedder(fruit);
        service.addEmbedder(longer, FRUIT);
        Question<String> question = index.ask("fig");
        assertThat(question.answered()).isFalse();
        assertThat(question.degraded())
                .hasValueSatisfying(why -> assertThat(why).contains("4 dimensions"));
    }

    @Test
    void similaritiesAreToldForWhatHasAVector() {
        put("a", "an apple");
        put("b", "a pear");
        settled();
        assertThat(index.ask("apple").similarities(List.of("a", "b", "c"))).isEqualTo(Map.of("a", 1.0, "b", 0.0));
    }

    @Test
    void aTimeoutThatCannotBeIsRefused() {
        for (String wrong : List.of("", "0s", "-1s", "2", "61s", "soon")) {
            assertThatThrownBy(() -> SemanticService.duration(wrong))
                    .isInstanceOf(Refusal.class)
                    .hasMessageStartingWith("embedding-timeout: '" + wrong + "'");
        }
    }

    private static Map<String, Object> standing(int ranking, long id) {
        return Map.of("service.ranking", ranking, "service.id", id);
    }

    private void put(String id, String text) {
        corpus.texts.put(id, text);
        index.put(id, "shown");
    }

    private List<String> nearest(String query) {
        return ids(index.ask(query).nearest(attributes -> true, 10));
    }

    private static List<String> ids(List<Ranked> ranked) {
        return ranked.stream().map(Ranked::id).toList();
    }

    private void settled() {
        await(() -> index.progress().waiting() == 0 && index.progress().embedded() == corpus.texts.size());
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it takes too long").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
