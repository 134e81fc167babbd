package ai.xray.embedder.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import ai.xray.fakes.FakeEmbeddings;
import ai.xray.fakes.Fault;
import ai.xray.json.Json;
import ai.xray.remote.Access;
import ai.xray.remote.ApiKey;
import ai.xray.remote.EmbeddingModel;
import ai.xray.remote.Limits;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenAiEmbedderTest {
    private static final String MODEL = "nomic-embed-text:v1.5";
    private static final String KEY = "sk-0123456789";
    private static final int NATIVE = 48;
    private static final Limits QUICK = new Limits(Duration.ofSeconds(20), 4, Duration.ofMillis(1), 8, 1_000_000);

    private final FakeEmbeddings fake = new FakeEmbeddings(MODEL, NATIVE, KEY);
    private final OpenAiEmbedder embedder = embedder(fake.address().toString(), KEY, 0);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        embedder.close();
        fake.close();
    }

    // What it promises

    @Test
    void givesOneVectorOfLengthOnePerTextInOrder() throws IOException {
        List<float[]> vectors = embedder.embed(List.of("a red fox", "blue whales", "a red fox"));

        assertThat(vectors).hasSize(3).allSatisfy(vector -> {
            assertThat(vector).hasSize(NATIVE);
            assertThat(dot(vector, vector)).isEqualTo(1, within(1e-5));
        });
        assertThat(vectors.get(2)).containsExactly(vectors.get(0));
        assertThat(dot(vectors.get(0), vectors.get(1))).isLessThan(0.9);
        assertThat(fake.complaints()).isEmpty();
    }

    @Test
    void manyTextsGoInBatchesSomeAtTheSameTime() throws IOException {
        List<String> texts = IntStream.range(0, 200).mapToObj(i -> "text " + i).toList();

        List<float[]> vectors = embedder.embed(texts);

        assertThat(fake.received()).hasSize(7);
        assertThat(fake.mostAtOnce()).isLessThanOrEqualTo(4);
        for (int i = 0; i < texts.size(); i += 37) {
            assertThat(vectors.get(i))
                    .containsExactly(embedder.embed(List.of(texts.get(i))).getFirst());
        }
    }

    @Test
    void textsAreCutWhereTheirSettingSays() throws IOException {
        try (OpenAiEmbedder few = new OpenAiEmbedder(
                access(fake.address().toString(), KEY), new EmbeddingModel("openai", MODEL, 0, 5), QUICK)) {
            assertThat(few.embed(List.of("abcdefgh")).getFirst())
                    .containsExactly(few.embed(List.of("abcdexyz")).getFirst());
        }
    }

    @Test
    void lengthIsSentAndKnownWithoutAskingWhenItIsSet() throws IOException {
        try (OpenAiEmbedder set = embedder(fake.address().toString(), KEY, 16)) {
            assertThat(set.dimensions()).isEqualTo(16);
            assertThat(fake.received()).isEmpty();

            assertThat(set.embed(List.of("a text")).getFirst()).hasSize(16);
            assertThat(sent(0)).containsEntry("dimensions", 16L);
        }
    }

    @Test
    void lengthIsNotSentWhenItIsTheModelsOwn() throws IOException {
        embedder.embed(List.of("a text"));

        assertThat(sent(0)).doesNotContainKey("dimensions");
        assertThat(embedder.dimensions()).isEqualTo(NATIVE);
        assertThat(fake.received()).hasSize(1);
    }

    @Test
    void lengthThatNobodyToldIsAskedFor() throws IOException {
        assertThat(embedder.dimensions()).isEqualTo(NATIVE);
        assertThat(fake.received()).hasSize(1);
    }

    @Test
    void lengthThatCannotBeAskedForIsToldInWords() {
        fake.close();

        assertThatIOException()
                .isThrownBy(embedder::dimensions)
                .withMessage("the embedding server could not be reached: is it running where embedding-endpoint says?");
    }

    @Test
    void serverThatDoesNotKnowDimensionsMayAnswerLongerVectors() throws IOException {
        fake.next(Fault.altered(answer -> edit(answer, item -> item.put("embedding", List.of(3L, 4L, 12L)))));
        try (OpenAiEmbedder set = embedder(fake.address().toString(), KEY, 2)) {
            assertThat(set.embed(List.of("a text")).getFirst())
                    .containsExactly(new float[] {0.6f, 0.8f}, within(1e-6f));
        }
    }

    @Test
    void makingOneAndAskingWhatItIsContactsNobody() {
        assertThat(embedder.fingerprint()).isEqualTo("openai:nomic-embed-text:v1.5:native:8000");
        assertThat(embedder.quick()).isFalse();
        assertThat(fake.received()).isEmpty();
    }

    // Where it asks

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/v1", "/v1/", "/v1/embeddings"})
    void addressMayBeGivenInWholeOrInPart(String path) throws IOException {
        try (OpenAiEmbedder other = embedder(fake.address() + path, KEY, 0)) {
            other.embed(List.of("a text"));
        }
        assertThat(fake.received().getFirst().path()).isEqualTo("/v1/embeddings");
    }

    @Test
    void withoutAKeyNoneIsSent() throws IOException {
        try (FakeEmbeddings open = new FakeEmbeddings(MODEL, NATIVE, "");
                OpenAiEmbedder other = embedder(open.address().toString(), "", 0)) {
            other.embed(List.of("a text"));

            assertThat(open.received().getFirst().header("authorization")).isEmpty();
        }
    }

    @Test
    void keyInAFileIsReadAtEachRequest() throws IOException {
        Path file = Files.writeString(folder.resolve("key"), "not-the-key\n");
        Access access = new Access(
                "embedding-endpoint", fake.address().toString(), new ApiKey("embedding-api-key", "", file.toString()));
        try (OpenAiEmbedder other = new OpenAiEmbedder(access, new EmbeddingModel("openai", MODEL, 0, 8000), QUICK)) {
            assertThatIOException()
                    .isThrownBy(() -> other.embed(List.of("a text")))
                    .withMessageStartingWith(
                            "the embedding server refused the credential (401): check embedding-api-key-file");

            Files.writeString(file, KEY + "\n");

            assertThat(other.embed(List.of("a text"))).hasSize(1);
        }
    }

    // Settings

    @ParameterizedTest
    @CsvSource({
        "'',model,embedding-endpoint: must be set",
        "localhost:11434,model,embedding-endpoint: 'localhost:11434' must be",
        "http://169.254.169.254,model,embedding-endpoint: '169.254.169.254' is a link-local address",
        "http://localhost:1,'',embedding-model: must be set",
        "http://localhost:1,a model,embedding-model: 'a model' must be"
    })
    void wrongSettingsAreToldWhenItIsAskedAndNotBefore(String endpoint, String model, String why) {
        try (OpenAiEmbedder other =
                new OpenAiEmbedder(access(endpoint, KEY), new EmbeddingModel("openai", model, 0, 8000), QUICK)) {
            assertThat(other.fingerprint()).startsWith("openai:").hasSizeLessThanOrEqualTo(200);
            assertThatIOException()
                    .isThrownBy(() -> other.embed(List.of("a text")))
                    .withMessageStartingWith("the embedder openai is not set up: " + why);
        }
    }

    @Test
    void missingKeyFileIsToldWhenItIsAsked() {
        Access access = new Access(
                "embedding-endpoint",
                fake.address().toString(),
                new ApiKey("embedding-api-key", "", folder.resolve("absent").toString()));
        try (OpenAiEmbedder other = new OpenAiEmbedder(access, new EmbeddingModel("openai", MODEL, 0, 8000), QUICK)) {
            assertThatIOException()
                    .isThrownBy(() -> other.embed(List.of("a text")))
                    .withMessageStartingWith("the embedder openai is not set up: embedding-api-key-file: '")
                    .withMessageEndingWith("does not exist.");
        }
        assertThat(fake.received()).isEmpty();
    }

    @Test
    void modelThatTheServerDoesNotHaveIsToldInWords() {
        try (OpenAiEmbedder other = new OpenAiEmbedder(
                access(fake.address().toString(), KEY), new EmbeddingModel("openai", "other", 0, 8000), QUICK)) {
            assertThatIOException()
                    .isThrownBy(() -> other.embed(List.of("a text")))
                    .withMessageContaining("(404)")
                    .withMessageContaining("check embedding-endpoint")
                    .withMessageContaining("model_not_found");
        }
    }

    // Trouble

    @Test
    void recoversFromWhatPasses() throws IOException {
        fake.next(
                Fault.status(429, "rate_limited", Map.of("Retry-After", "0")),
                Fault.status(500, "internal"),
                Fault.cutShort());

        assertThat(embedder.embed(List.of("a text"))).hasSize(1);
        assertThat(fake.received()).hasSize(4);
    }

    @ParameterizedTest
    @MethodSource("wrongAnswers")
    void wrongAnswersAreToldInWords(String message, Fault wrong) {
        fake.next(wrong);

        assertThatIOException()
                .isThrownBy(() -> embedder.embed(List.of("my secret diary", "another text")))
                .withMessageStartingWith("the embedding server")
                .withMessageContaining(message)
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("diary", KEY));
        assertThat(fake.received()).hasSize(1);
    }

    static Stream<Arguments> wrongAnswers() {
        return Stream.of(
                Arguments.of("what is not JSON", Fault.body("text/html", "<h1>my secret diary</h1>")),
                Arguments.of(
                        "what is not JSON", Fault.body("application/json", "{\"data\": [{\"embedding\": [NaN]}]}")),
                Arguments.of("without the list 'data'", Fault.body("application/json", "[]")),
                Arguments.of("without the list 'data'", Fault.body("application/json", "{\"data\": {}}")),
                Arguments.of("something else than objects", Fault.body("application/json", "{\"data\": [1, 2]}")),
                Arguments.of("gave 1 vectors for 2 texts", Fault.altered(answer -> {
                    items(answer).removeLast();
                    return answer;
                })),
                Arguments.of("gave 0 vectors for 2 texts", Fault.body("application/json", "{\"data\": []}")));
    }

    @ParameterizedTest
    @MethodSource("wrongItems")
    void wrongItemsAreToldInWords(String message, Consumer<Map<String, Object>> change) {
        fake.next(Fault.altered(answer -> edit(answer, change)));

        assertThatIOException()
                .isThrownBy(() -> embedder.embed(List.of("one text", "another text")))
                .withMessageStartingWith("the embedding server")
                .withMessageContaining(message);
    }

    static Stream<Arguments> wrongItems() {
        return Stream.of(
                wrongItem("without a vector", item -> item.put("embedding", "AAAAAA==")),
                wrongItem("without a vector", item -> item.remove("embedding")),
                wrongItem("something else than finite numbers", item -> item.put("embedding", Arrays.asList(1L, null))),
                wrongItem("two vectors for one text (index 0)", item -> item.put("index", 0L)),
                wrongItem("index that is not 0 to 1", item -> item.put("index", 7L)),
                wrongItem("index that is not 0 to 1", item -> item.put("index", "0")),
                wrongItem(
                        "a vector of 1 numbers after others of 2",
                        item -> item.put("embedding", Collections.nCopies(2 - (int) (long) item.get("index"), 1L))));
    }

    @Test
    void endlessAnswerIsRefused() {
        fake.next(Fault.endless());

        assertThatIOException()
                .isThrownBy(() -> embedder.embed(List.of("a text")))
                .withMessageContaining("more than the 1000000 bytes");
    }

    @Test
    void itemsInAnotherOrderBelongToTheTextTheirIndexNames() throws IOException {
        List<float[]> right = embedder.embed(List.of("a red fox", "blue whales"));
        fake.next(Fault.altered(answer -> {
            Collections.reverse(items(answer));
            return answer;
        }));

        List<float[]> reversed = embedder.embed(List.of("a red fox", "blue whales"));

        assertThat(reversed.get(0)).containsExactly(right.get(0));
        assertThat(reversed.get(1)).containsExactly(right.get(1));
    }

    @Test
    void itemsWithoutIndexBelongToTheTextOfTheirPlace() throws IOException {
        List<float[]> right = embedder.embed(List.of("a red fox", "blue whales"));
        fake.next(Fault.altered(answer -> edit(answer, item -> item.remove("index"))));

        assertThat(embedder.embed(List.of("a red fox", "blue whales")).get(1)).containsExactly(right.get(1));
    }

    @Test
    void modelThatChangesItsLengthIsToldInWords() throws IOException {
        embedder.embed(List.of("a text"));
        fake.next(Fault.altered(answer -> edit(answer, item -> item.put("embedding", List.of(1L, 2L)))));

        assertThatIOException()
                .isThrownBy(() -> embedder.embed(List.of("a text")))
                .withMessage("the embedding server gave a vector of 2 numbers after others of 48: its model is not the"
                        + " one it was");
    }

    @Test
    void oneFailingBatchFailsTheCallAndStopsTheOthers() {
        fake.next(Fault.silent(), Fault.status(400, "too_long"), Fault.silent(), Fault.silent());
        List<String> texts = IntStream.range(0, 320).mapToObj(i -> "text " + i).toList();

        assertThatIOException()
                .isThrownBy(() -> embedder.embed(texts))
                .withMessage("the embedding server refused the request (400), code too_long");
        assertThat(fake.received()).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void interruptionEndsACallThatWaits() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        fake.next((exchange, right, closing) -> {
            arrived.countDown();
            Fault.silent().play(exchange, right, closing);
        });
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> call = threads.submit(() -> assertThatExceptionOfType(InterruptedIOException.class)
                    .isThrownBy(() -> embedder.embed(List.of("a text"))));
            arrived.await();
            threads.shutdownNow();

            assertThat(call.get()).isNotNull();
        }
    }

    @Test
    void manyCallersAtOnceGetTheirOwnVectors() throws Exception {
        List<float[]> right = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            right.add(embedder.embed(List.of("text " + i)).getFirst());
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<float[]>>> calls = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String text = "text " + i;
                calls.add(threads.submit(() -> embedder.embed(List.of(text))));
            }
            for (int i = 0; i < 40; i++) {
                assertThat(calls.get(i).get().getFirst()).containsExactly(right.get(i));
            }
        }
        assertThat(fake.mostAtOnce()).isLessThanOrEqualTo(8);
    }

    private static Arguments wrongItem(String message, Consumer<Map<String, Object>> change) {
        return Arguments.of(message, change);
    }

    private static OpenAiEmbedder embedder(String endpoint, String key, int dims) {
        return new OpenAiEmbedder(access(endpoint, key), new EmbeddingModel("openai", MODEL, dims, 8000), QUICK);
    }

    private static Access access(String endpoint, String key) {
        return new Access("embedding-endpoint", endpoint, new ApiKey("embedding-api-key", key, ""));
    }

    private Map<String, Object> sent(int at) {
        return Json.readObject(fake.received().get(at).body());
    }

    private static Object edit(Object answer, Consumer<Map<String, Object>> change) {
        items(answer).forEach(item -> change.accept(Json.asObject(item)));
        return answer;
    }

    private static List<?> items(Object answer) {
        return (List<?>) Json.asObject(answer).get("data");
    }

    private static double dot(float[] left, float[] right) {
        double sum = 0;
        for (int i = 0; i < left.length; i++) {
            sum += (double) left[i] * right[i];
        }
        return sum;
    }
}
