package ai.xray.reranker.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.fakes.FakeReranker;
import ai.xray.fakes.FakeServer;
import ai.xray.fakes.Fault;
import ai.xray.json.Json;
import ai.xray.remote.Access;
import ai.xray.remote.ApiKey;
import ai.xray.remote.Limits;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpRerankerTest {
    private static final String MODEL = "rerank-v3.5";
    private static final String KEY = "co-0123456789";
    private static final Limits QUICK = new Limits(Duration.ofSeconds(20), 4, Duration.ofMillis(1), 8, 1_000_000);
    private static final List<String> TEXTS =
            List.of("blue whales sing", "the quick brown fox", "a fox, quick and brown, runs", "nothing at all");

    private final FakeReranker cohere = FakeReranker.cohere(MODEL, KEY);
    private final FakeReranker tei = FakeReranker.tei();

    @AfterEach
    void close() {
        cohere.close();
        tei.close();
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void givesOneScorePerTextInTheirOrder(Protocol protocol) throws IOException {
        try (HttpReranker reranker = reranker(protocol)) {
            double[] scores = reranker.score("quick brown fox", TEXTS);

            assertThat(scores).hasSize(4);
            assertThat(scores[1]).isGreaterThan(scores[2]);
            assertThat(scores[2]).isGreaterThan(scores[0]);
            assertThat(scores[2]).isGreaterThan(scores[3]);
        }
        assertThat(fake(protocol).complaints()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void poolThatIsLargerThanARequestGetsTheSameScores(Protocol protocol) throws IOException {
        List<String> pool =
                IntStream.range(0, 70).mapToObj(i -> "text number " + i).toList();
        try (HttpReranker reranker = reranker(protocol)) {
            double[] scores = reranker.score("number 42", pool);

            assertThat(scores).hasSize(70);
            for (int i : List.of(0, 31, 32, 42, 64, 69)) {
                assertThat(scores[i]).isEqualTo(reranker.score("number 42", List.of(pool.get(i)))[0]);
            }
        }
        assertThat(fake(protocol).complaints()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void blankTextsAreNotSentAndComeLast(Protocol protocol) throws IOException {
        try (HttpReranker reranker = reranker(protocol)) {
            double[] scores = reranker.score("quick brown fox", List.of("", "the quick fox", " \n", "blue whales"));

            assertThat(scores[0]).isEqualTo(scores[3]).isEqualTo(scores[2]).isLessThan(scores[1]);
        }
        assertThat(fake(protocol).complaints()).isEmpty();
    }

    @Test
    void withoutQueryOrTextsNobodyIsAsked() throws IOException {
        try (HttpReranker reranker = reranker(Protocol.TEI)) {
            assertThat(reranker.score(" ", TEXTS)).containsExactly(0, 0, 0, 0);
            assertThat(reranker.score("fox", List.of())).isEmpty();
            assertThat(reranker.score("fox", List.of("", " "))).containsExactly(0, 0);
        }
        assertThat(tei.received()).isEmpty();
    }

    @Test
    void longTextsAreCutAndNotWithinACharacter() throws IOException {
        try (HttpReranker reranker = reranker(Protocol.TEI)) {
            reranker.score("fox", List.of("x".repeat(HttpReranker.MOST_CHARS - 1) + "😀"));
        }
        Map<String, Object> sent = Json.readObject(tei.received().getFirst().body());

        assertThat(sent.get("texts")).isEqualTo(List.of("x".repeat(HttpReranker.MOST_CHARS - 1)));
    }

    // What is asked, and where

    @Test
    void protocolIsThatOfCohereWhenAModelIsSetAndOtherwiseThatOfTei() throws IOException {
        try (HttpReranker model = reranker(cohere.address().toString(), MODEL, "auto", KEY);
                HttpReranker none = reranker(tei.address().toString(), "", "auto", "")) {
            model.score("fox", TEXTS);
            none.score("fox", TEXTS);
        }
        assertThat(cohere.complaints()).isEmpty();
        assertThat(tei.complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/v2", "/v2/rerank", "/v2/rerank/"})
    void addressMayBeGivenInWholeOrInPart(String path) throws IOException {
        try (HttpReranker reranker = reranker(cohere.address() + path, MODEL, "cohere", KEY)) {
            reranker.score("fox", TEXTS);
        }
        assertThat(cohere.received().getFirst().path()).isEqualTo("/v2/rerank");
    }

    @ParameterizedTest
    @CsvSource({"/v1,/v1/rerank", "/v1/rerank,/v1/rerank", "/jina/rerank,/jina/rerank"})
    void pathThatIsGivenIsAsked(String path, String asked) {
        try (HttpReranker reranker = reranker(cohere.address() + path, MODEL, "cohere", KEY)) {
            assertThatIOException()
                    .isThrownBy(() -> reranker.score("fox", TEXTS))
                    .withMessageContaining("(404)");
        }
        assertThat(cohere.received().getFirst().path()).isEqualTo(asked);
    }

    @ParameterizedTest
    @CsvSource({
        "'',m,cohere,rerank-endpoint: must be set",
        "host,m,auto,rerank-endpoint: 'host' must be",
        "http://localhost:1,'',cohere,rerank-model: must be set",
        "http://localhost:1,a model,auto,rerank-model: 'a model' must be"
    })
    void wrongSettingsAreToldWhenItIsAskedAndNotBefore(String endpoint, String model, String protocol, String why) {
        try (HttpReranker reranker = reranker(endpoint, model, protocol, KEY)) {
            assertThatIOException()
                    .isThrownBy(() -> reranker.score("fox", TEXTS))
                    .withMessageStartingWith("the reranker http is not set up: " + why);
        }
    }

    // Trouble

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void recoversFromWhatPasses(Protocol protocol) throws IOException {
        fake(protocol)
                .next(
                        Fault.status(429, "slow", Map.of("Retry-After", "0")),
                        Fault.status(500, "internal"),
                        Fault.cutShort());
        try (HttpReranker reranker = reranker(protocol)) {
            assertThat(reranker.score("fox", TEXTS)).hasSize(4);
        }
        assertThat(fake(protocol).received()).hasSize(4);
    }

    @Test
    void refusedKeyIsToldInWords() {
        try (HttpReranker reranker = reranker(cohere.address().toString(), MODEL, "auto", "wrong")) {
            assertThatIOException()
                    .isThrownBy(() -> reranker.score("fox", TEXTS))
                    .withMessage("the reranking server refused the credential (401): check rerank-api-key-file");
        }
    }

    @ParameterizedTest
    @MethodSource("wrongAnswers")
    void wrongAnswersAreToldInWords(Protocol protocol, String message, Fault wrong) {
        fake(protocol).next(wrong);
        try (HttpReranker reranker = reranker(protocol)) {
            assertThatIOException()
                    .isThrownBy(() -> reranker.score("fox", List.of("my secret diary", "another text")))
                    .withMessageStartingWith("the reranking server")
                    .withMessageContaining(message)
                    .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("diary", KEY));
        }
    }

    static Stream<Arguments> wrongAnswers() {
        List<Arguments> wrong = new ArrayList<>();
        for (Protocol protocol : Protocol.values()) {
            String score = protocol.score();
            wrong.add(Arguments.of(protocol, "what is not JSON", Fault.body("text/plain", "my secret diary")));
            wrong.add(Arguments.of(protocol, "more than the 1000000 bytes", Fault.endless()));
            wrong.add(Arguments.of(protocol, "without a list of scores", Fault.body("application/json", "{}")));
            wrong.add(scores(protocol, "gave 0 scores for 2 texts", "[]"));
            wrong.add(scores(protocol, "gave 1 scores for 2 texts", "[{\"index\": 0, \"S\": 1}]"));
            wrong.add(scores(protocol, "two scores for one text (index 0)", both("{\"index\": 0, \"S\": 1}")));
            wrong.add(scores(protocol, "index that is not 0 to 1", both("{\"index\": 2, \"S\": 1}")));
            wrong.add(scores(protocol, "index that is not 0 to 1", both("{\"index\": -1, \"S\": 1}")));
            wrong.add(scores(protocol, "index that is not 0 to 1", both("{\"S\": 1}")));
            wrong.add(scores(protocol, "index that is not 0 to 1", both("1")));
            wrong.add(scores(protocol, "without a finite " + score, both("{\"index\": 0}")));
            wrong.add(scores(protocol, "without a finite " + score, both("{\"index\": 0, \"S\": null}")));
            wrong.add(scores(protocol, "without a finite " + score, both("{\"index\": 0, \"S\": 1e999}")));
        }
        return wrong.stream();
    }

    @Test
    void serverOfTheOtherProtocolIsToldInWords() {
        cohere.next(Fault.body("application/json", "[]"));
        try (HttpReranker reranker = reranker(Protocol.COHERE)) {
            assertThatIOException()
                    .isThrownBy(() -> reranker.score("fox", TEXTS))
                    .withMessage("the reranking server answered without a list of scores: does it speak as"
                            + " rerank-protocol cohere says?");
        }
    }

    @Test
    void interruptionEndsACallThatWaits() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        tei.next((exchange, right, closing) -> {
            arrived.countDown();
            Fault.silent().play(exchange, right, closing);
        });
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                HttpReranker reranker = reranker(Protocol.TEI)) {
            Future<?> call = threads.submit(() -> assertThatExceptionOfType(InterruptedIOException.class)
                    .isThrownBy(() -> reranker.score("fox", TEXTS)));
            arrived.await();
            threads.shutdownNow();

            assertThat(call.get()).isNotNull();
        }
    }

    private static String both(String item) {
        return "[%1$s, %1$s]".formatted(item);
    }

    private static Arguments scores(Protocol protocol, String message, String list) {
        String named = list.replace("\"S\"", "\"" + protocol.score() + "\"");
        String answer = protocol == Protocol.TEI ? named : "{\"results\": " + named + "}";
        return Arguments.of(protocol, message, Fault.body("application/json", answer));
    }

    private FakeServer fake(Protocol protocol) {
        return protocol == Protocol.TEI ? tei : cohere;
    }

    private HttpReranker reranker(Protocol protocol) {
        return protocol == Protocol.TEI
                ? reranker(tei.address().toString(), "", "tei", "")
                : reranker(cohere.address().toString(), MODEL, "cohere", KEY);
    }

    private static HttpReranker reranker(String endpoint, String model, String protocol, String key) {
        Access access = new Access("rerank-endpoint", endpoint, new ApiKey("rerank-api-key", key, ""));
        return new HttpReranker(access, model, protocol, QUICK);
    }
}
