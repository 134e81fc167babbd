package ai.xray.embedder.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import ai.xray.contracts.EmbedderContract;
import ai.xray.search.Embedder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxEmbedderTest extends EmbedderContract {
    private static final int MAX_INPUT_CHARS = 400;

    @TempDir
    private static Path home;

    private final List<OnnxEmbedder> open = new ArrayList<>();

    @Override
    protected Embedder embedder() {
        return embedder(ModelFiles.bundled(), 0);
    }

    private OnnxEmbedder embedder(ModelFiles files, int dims) {
        OnnxEmbedder embedder = new OnnxEmbedder(files, home, dims, MAX_INPUT_CHARS, 0);
        open.add(embedder);
        return embedder;
    }

    @AfterEach
    void closeAll() {
        open.forEach(OnnxEmbedder::close);
    }

    @Override
    protected int maxInputChars() {
        return MAX_INPUT_CHARS;
    }

    @Override
    protected double tolerance() {
        return 0;
    }

    @Test
    void fingerprintTellsModelDimensionsAndLimit() throws IOException {
        assertThat(embedder().fingerprint()).isEqualTo("onnx-all-minilm-l6-v2-q;dims=384;chars=400");
        assertThat(embedder(ModelFiles.bundled(), 100).fingerprint()).contains(";dims=100;");
        assertThat(embedder(ModelFiles.bundled(), 1000).dimensions()).isEqualTo(384);
    }

    @Test
    void fewerDimensionsAreTheFirstOfAllNormalisedAgain() throws IOException {
        List<String> text = List.of("ferry to the harbour");
        float[] all = embedder().embed(text).getFirst();
        float[] few = embedder(ModelFiles.bundled(), 100).embed(text).getFirst();
        double square = 0;
        for (int i = 0; i < few.length; i++) {
            square += all[i] * all[i];
        }
        assertThat(few).hasSize(100);
        for (int i = 0; i < few.length; i++) {
            assertThat(few[i]).isCloseTo((float) (all[i] / Math.sqrt(square)), within(1e-5f));
        }
    }

    @Test
    void modelAndTokenizerCanBeReplaced() throws IOException {
        Path model = copy("/all-minilm-l6-v2-q.onnx");
        Path tokenizer = copy("/all-minilm-l6-v2-q-tokenizer.json");
        OnnxEmbedder replaced = embedder(ReplacedFiles.of(model.toString(), tokenizer.toString()), 0);

        assertThat(replaced.dimensions()).isEqualTo(384);
        assertThat(replaced.fingerprint()).matches("onnx-all-minilm-l6-v2-q\\.onnx@[0-9a-f]{16};dims=384;chars=400");
        List<String> text = List.of("ferry to the harbour");
        assertThat(replaced.embed(text).getFirst())
                .isEqualTo(embedder().embed(text).getFirst());
    }

    @Test
    void filesThatCannotBeReadAreRefusedByTheNameOfTheirSetting() throws IOException {
        String there = copy("/all-minilm-l6-v2-q-tokenizer.json").toString();
        assertThatIOException()
                .isThrownBy(() -> ReplacedFiles.of("/nowhere/model.onnx", there))
                .withMessage("embedding-model-path: /nowhere/model.onnx is not a file that can be read");
        assertThatIOException()
                .isThrownBy(() -> ReplacedFiles.of(there, ""))
                .withMessage("embedding-tokenizer-path: a file is required, as a model and its tokenizer go together");
    }

    @Test
    void whatIsNoModelFailsInWordsAndIsTriedAgain() throws IOException {
        Path model = Files.writeString(home.resolve("model.onnx"), "no model");
        Path tokenizer = copy("/all-minilm-l6-v2-q-tokenizer.json");
        OnnxEmbedder replaced = embedder(ReplacedFiles.of(model.toString(), tokenizer.toString()), 0);

        assertThatIOException()
                .isThrownBy(() -> replaced.embed(List.of("text")))
                .withMessageStartingWith("onnxruntime: ");
        assertThatIOException()
                .isThrownBy(replaced::dimensions)
                .withMessageStartingWith("the sentence model cannot be loaded: onnxruntime: ");

        Files.copy(copy("/all-minilm-l6-v2-q.onnx"), model, StandardCopyOption.REPLACE_EXISTING);
        assertThat(replaced.embed(List.of("text"))).hasSize(1);
    }

    @Test
    void closingWaitsForCallsThatRunAndRefusesOthersInWords() throws Exception {
        OnnxEmbedder embedder = embedder(ModelFiles.bundled(), 0);
        embedder.embed(List.of("load"));
        List<String> texts = Collections.nCopies(200, "the ferry leaves the harbour at nine and comes back at noon");
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<String> call = () -> {
                try {
                    return "embedded " + embedder.embed(texts).size();
                } catch (IOException e) {
                    return e.getMessage();
                }
            };
            List<Future<String>> calls = List.of(callers.submit(call), callers.submit(call), callers.submit(call));
            embedder.close();
            for (Future<String> answer : calls) {
                assertThat(answer.get()).isIn("embedded 200", "the embedder has been closed");
            }
        }
        assertThatIOException()
                .isThrownBy(() -> embedder.embed(List.of("late")))
                .withMessage("the embedder has been closed");
    }

    private static Path copy(String resource) throws IOException {
        Path file = home.resolve(resource.substring(1));
        try (InputStream content = OnnxEmbedderTest.class.getResourceAsStream(resource)) {
            Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }
}
