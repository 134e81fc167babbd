package ai.xray.reranker.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mostly with a model whose right answers are known: {@link Models#wordsInCommon}. */
@Timeout(60)
class OnnxRerankerTest {
    private static final int MAX_TOKENS = 32;
    private static final List<String> TEXTS = List.of(
            "Snow fell on the mountain.", "The ferry leaves the harbour at nine.", "nothing", "Ferry!", "at nine");

    @TempDir
    private static Path home;

    private final List<OnnxReranker> open = new ArrayList<>();
    private OnnxReranker reranker;

    @BeforeEach
    void tiny() throws IOException {
        reranker = reranker(Models.wordsInCommon());
    }

    @AfterEach
    void closeAll() {
        open.forEach(OnnxReranker::close);
    }

    // Scores

    @Test
    void oneScorePerTextInOrder() throws IOException {
        assertThat(reranker.score("the ferry at nine", TEXTS)).containsExactly(1, 1 + 2 + 5 + 6, 0, 2, 5 + 6);
    }

    @Test
    void queryAndTextAreToldApart() throws IOException {
        // Of the query's words: one that is twice in the query counts twice, one that is twice in the text once.
        assertThat(reranker.score("snow snow ferry", List.of("snow", "ferry ferry")))
                .containsExactly(14, 2);
    }

    @Test
    void scoreDoesNotDependOnCompany() throws IOException {
        OnnxReranker real = reranker(Models.sentenceModelWithHead(), Models.sentenceTokenizer(), 256);
        String query = "when does the ferry leave";
        List<String> texts = List.of(TEXTS.get(0), "word ".repeat(300), TEXTS.get(1));
        double[] together = real.score(query, texts);
        for (int i = 0; i < texts.size(); i++) {
            assertThat(real.score(query, texts.subList(i, i + 1))).containsExactly(together[i]);
        }
        assertThat(together).doesNotHaveDuplicates();
    }

    @Test
    void noTextsHaveNoScores() throws IOException {
        assertThat(reranker.score("ferry", List.of())).isEmpty();
        assertThat(unset().score("ferry", List.of()))
                .as("nothing is loaded for it")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "\u0000", "\ud83d"})
    void textWithoutWordsGetsTheLeastScoreOfTheOthers(String blank) throws IOException {
        assertThat(reranker.score("the ferry", List.of("ferry", blank, "the", blank)))
                .containsExactly(2, 1, 1, 1);
        assertThat(reranker.score("the ferry", List.of(blank))).containsExactly(0);
        assertThat(reranker.score(blank, List.of("ferry", "the"))).containsExactly(0, 0);
    }

    @Test
    void longTextsAndQueriesAreCutTheLongerOneFirst() throws IOException {
        int room = MAX_TOKENS - Pair.SPECIAL;
        String filled = "at ".repeat(room - 1);
        assertThat(reranker.score("snow", List.of(filled.substring(3) + "snow", filled + "snow")))
                .containsExactly(7, 0);
        String longQuery = "at ".repeat(room) + "snow";
        assertThat(reranker.score(longQuery, List.of("snow")))
                .as("the query's end is cut")
                .containsExactly(0);
        int half = room / 2;
        String rest = "at " + "nine ".repeat(room);
        assertThat(reranker.score(longQuery, List.of("nine ".repeat(half) + rest, "nine ".repeat(half + 1) + rest)))
                .as("half of the room, and the odd token, is the text's")
                .containsExactly(5 * half, 0);
        assertThat(reranker.score("snow", List.of("snow " + "x".repeat(1_000_000))))
                .containsExactly(7);
    }

    @Test
    void manyTextsAndManyCallersAtOnce() throws Exception {
        List<String> texts = IntStream.range(0, 100)
                .mapToObj(i -> Models.WORDS.get(i % 7) + " and others".repeat(i % 5))
                .toList();
        double[] expected =
                IntStream.range(0, 100).mapToDouble(i -> i % 7 == 1 ? 2 : 0).toArray();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<double[]>> calls = Collections.nCopies(16, () -> reranker.score("ferry", texts));
            for (Future<double[]> answer : callers.invokeAll(calls)) {
                assertThat(answer.get()).containsExactly(expected);
            }
        }
    }

    // Kinds of models

    @Test
    void ofTwoLogitsTheDifferenceCounts() throws IOException {
        OnnxReranker two = reranker(Models.twoLogits());
        assertThat(two.score("the ferry at nine", TEXTS)).containsExactly(1, 14, 0, 2, 11);
    }

    @Test
    void outputCalledLogitsIsTakenAndInputsThatAModelHasNotAreNotGiven() throws IOException {
        OnnxReranker largest = reranker(Models.largestToken());
        assertThat(largest.score("the", List.of("ferry", "nine"))).containsExactly(5, 9);
    }

    @Test
    void modelOfAnotherShapeIsRefusedInWords() throws IOException {
        OnnxReranker sentences = reranker(Models.sentenceModel(), Models.sentenceTokenizer(), 256);
        assertFails(
                sentences,
                "the model's output last_hidden_state for one pair is of shape [1, 3, 384], but a cross-encoder has [1, 1] or [1, 2]");
        assertFails(
                reranker(Models.otherInput()),
                "the model wants an input position_ids, but only input_ids, attention_mask and token_type_ids can be given");
        assertFails(reranker(Models.notANumber()), "the model's output answer is not a finite number");
    }

    @Test
    void moreTokensThanTheModelTakesAreRefusedByTheNameOfTheSetting() throws IOException {
        OnnxReranker most = reranker(Models.sentenceModelWithHead(), Models.sentenceTokenizer(), 512);
        assertThat(most.score("ferry", List.of("word ".repeat(1000)))).hasSize(1);

        OnnxReranker tooMany = reranker(Models.sentenceModelWithHead(), Models.sentenceTokenizer(), 513);
        assertThatIOException()
                .isThrownBy(() -> tooMany.score("ferry", TEXTS))
                .withMessageStartingWith(
                        "rerank-max-tokens: the model cannot read 513 tokens, set fewer: onnxruntime: ");
    }

    // Settings and files

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 15, 2049})
    void boundsOfTokensAreToldAtUse(int tokens) throws IOException {
        OnnxReranker wrong = reranker(Models.wordsInCommon(), tokenizer(), tokens);
        assertFails(wrong, "rerank-max-tokens: %d is not a number from 16 to 2048".formatted(tokens));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"\"|\"\"|the reranker onnx is not set up: rerank-tokenizer-path: a file is required, such as /models/tokenizer.json",
                "\"\"|tokenizer.json|the reranker onnx is not set up: rerank-model-path: a file is required, such as /models/model.onnx",
                "/nowhere/model.onnx|tokenizer.json|rerank-model-path: /nowhere/model.onnx is not a file that can be read",
                "model.onnx|/nowhere|rerank-tokenizer-path: /nowhere is not a file that can be read",
            })
    void whatIsNotSetOrNotThereIsToldAtUse(String model, String tokenizer, String message) throws IOException {
        Files.write(home.resolve("model.onnx"), Models.wordsInCommon());
        Files.write(home.resolve("tokenizer.json"), tokenizer());
        assertFails(opened(new RerankFiles(inHome(model), inHome(tokenizer)), MAX_TOKENS), message);
    }

    @Test
    void pathThatIsNoneIsToldAtUse() {
        assertThatIOException()
                .isThrownBy(() -> opened(new RerankFiles("a\u0000b", "a\u0000b"), MAX_TOKENS)
                        .score("ferry", TEXTS))
                .withMessageStartingWith("rerank-tokenizer-path: ")
                .withMessageContaining("is not a path");
    }

    @Test
    void garbageIsToldInWordsAndAMendedFileIsTakenWithoutARestart() throws IOException {
        Path model = Files.writeString(Files.createTempFile(home, "model", ".onnx"), "no model");
        Path tokenizer = Files.writeString(Files.createTempFile(home, "tokenizer", ".json"), "{}");
        OnnxReranker mended = opened(new RerankFiles(model.toString(), tokenizer.toString()), MAX_TOKENS);
        assertThatIOException().isThrownBy(() -> mended.score("ferry", TEXTS)).withMessageStartingWith("the tokenizer");

        Files.write(tokenizer, tokenizer());
        assertThatIOException().isThrownBy(() -> mended.score("ferry", TEXTS)).withMessageStartingWith("onnxruntime: ");

        Files.write(model, Models.wordsInCommon());
        assertThat(mended.score("ferry", List.of("ferry"))).containsExactly(2);
    }

    @Test
    void tokenizerOfALargerVocabularyIsToldInWords() throws IOException {
        OnnxReranker mixed = reranker(Models.wordsInCommon(), Models.sentenceTokenizer(), MAX_TOKENS);
        assertThatIOException().isThrownBy(() -> mixed.score("ferry", TEXTS)).withMessageStartingWith("onnxruntime: ");
    }

    // Life

    @Test
    void interruptedCallerStopsWaitingAndOthersGoOn() throws Exception {
        Thread.currentThread().interrupt();
        assertThatIOException()
                .isThrownBy(() -> reranker.score("ferry", TEXTS))
                .isInstanceOf(InterruptedIOException.class)
                .withMessage("interrupted while waiting for the reranker");
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        assertThat(reranker.score("ferry", List.of("ferry"))).containsExactly(2);
    }

    @Test
    void closingWaitsForCallsThatRunAndRefusesOthersInWords() throws Exception {
        reranker.score("load", TEXTS);
        List<String> texts = Collections.nCopies(2000, "the ferry leaves the harbour at nine");
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<String> call = () -> {
                try {
                    return "scored " + reranker.score("ferry", texts).length;
                } catch (IOException e) {
                    return e.getMessage();
                }
            };
            List<Future<String>> calls = List.of(callers.submit(call), callers.submit(call), callers.submit(call));
            reranker.close();
            for (Future<String> answer : calls) {
                assertThat(answer.get()).isIn("scored 2000", "the reranker has been closed");
            }
        }
        assertFails(reranker, "the reranker has been closed");
    }

    private static void assertFails(OnnxReranker reranker, String message) {
        assertThatIOException().isThrownBy(() -> reranker.score("ferry", TEXTS)).withMessage(message);
    }

    private OnnxReranker unset() {
        return opened(new RerankFiles("", ""), MAX_TOKENS);
    }

    private OnnxReranker reranker(byte[] model) throws IOException {
        return reranker(model, tokenizer(), MAX_TOKENS);
    }

    private OnnxReranker reranker(byte[] model, byte[] tokenizer, int maxTokens) throws IOException {
        Path modelFile = Files.write(Files.createTempFile(home, "model", ".onnx"), model);
        Path tokenizerFile = Files.write(Files.createTempFile(home, "tokenizer", ".json"), tokenizer);
        return opened(new RerankFiles(modelFile.toString(), tokenizerFile.toString()), maxTokens);
    }

    private OnnxReranker opened(RerankFiles files, int maxTokens) {
        OnnxReranker opened = new OnnxReranker(files, home, maxTokens, 1);
        open.add(opened);
        return opened;
    }

    private static byte[] tokenizer() {
        return Models.tokenizer().getBytes(StandardCharsets.UTF_8);
    }

    private static String inHome(String file) {
        return file.isEmpty() ? "" : home.resolve(file).toString();
    }
}
