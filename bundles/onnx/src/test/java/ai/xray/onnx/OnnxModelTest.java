package ai.xray.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import ai.xray.natives.NativeLibraries;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class OnnxModelTest {
    private static final String OUTPUT = "last_hidden_state";
    private static final int WIDTH = 384;

    @TempDir
    private static Path home;

    private static NativeLibraries libraries;
    private static byte[] bytes;

    @BeforeAll
    static void read() throws IOException {
        libraries = new NativeLibraries(home.resolve("natives"));
        try (InputStream model = OnnxModelTest.class.getResourceAsStream("/all-minilm-l6-v2-q.onnx")) {
            bytes = model.readAllBytes();
        }
    }

    @Test
    void tellsItsInputsAndOutputs() throws IOException {
        try (OnnxModel model = OnnxModel.open(libraries, bytes, 1)) {
            assertThat(model.inputs()).containsExactly("input_ids", "attention_mask", "token_type_ids");
            assertThat(model.outputs()).containsExactly(OUTPUT);
        }
    }

    /** The usual stack of a thread is overrun by four thousand characters, which takes the process with it. */
    @Test
    void aProcessWithALongCommandLineOpensAModelToo() throws Exception {
        Path file = Files.write(home.resolve("opened.onnx"), bytes);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        java,
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dlong=" + "a".repeat(60_000),
                        "-cp",
                        classPath,
                        OpenModel.class.getName(),
                        home.resolve("natives").toString(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains("input_ids");
    }

    @Test
    void sameModelFromAFileAnswersTheSame() throws IOException {
        Path file = Files.write(home.resolve("model.onnx"), bytes);
        try (OnnxModel one = OnnxModel.open(libraries, bytes, 1);
                OnnxModel other = OnnxModel.open(libraries, file, 2)) {
            FloatTensor answer = one.run(tokens(2, 3), 2, 3, OUTPUT);
            assertThat(answer.shape()).containsExactly(2, 3, WIDTH);
            assertThat(answer.values()).hasSize(2 * 3 * WIDTH);
            assertThat(other.run(tokens(2, 3), 2, 3, OUTPUT).values()).isEqualTo(answer.values());
        }
    }

    @Test
    void manyMayRunAtOnce() throws Exception {
        try (OnnxModel model = OnnxModel.open(libraries, bytes, 2);
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            float[] alone = model.run(tokens(2, 8), 2, 8, OUTPUT).values();
            List<Callable<float[]>> work = IntStream.range(0, 40)
                    .<Callable<float[]>>mapToObj(
                            i -> () -> model.run(tokens(2, 8), 2, 8, OUTPUT).values())
                    .toList();
            for (Future<float[]> answer : threads.invokeAll(work)) {
                assertThat(answer.get()).isEqualTo(alone);
            }
        }
    }

    @Test
    void whatIsNoModelIsRefusedInWords() {
        byte[] garbage = "no model at all".getBytes(StandardCharsets.US_ASCII);
        assertThatIOException()
                .isThrownBy(() -> OnnxModel.open(libraries, garbage, 1))
                .withMessageStartingWith("onnxruntime: ");
        assertThatIOException()
                .isThrownBy(() -> OnnxModel.open(libraries, home.resolve("nowhere.onnx"), 1))
                .withMessageContaining("nowhere.onnx is not a file that can be read");
    }

    @Test
    void wrongInputsAreRefusedInWords() throws IOException {
        try (OnnxModel model = OnnxModel.open(libraries, bytes, 1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.run(tokens(2, 3), 2, 4, OUTPUT))
                    .withMessage("input_ids has 6 values, but must have 2 times 4");
            assertThatIOException()
                    .isThrownBy(() -> model.run(Map.of("nothing", new long[1]), 1, 1, OUTPUT))
                    .withMessageStartingWith("onnxruntime: ");
            assertThatIOException()
                    .isThrownBy(() -> model.run(tokens(1, 3), 1, 3, "nothing"))
                    .withMessageStartingWith("onnxruntime: ");
            assertThat(model.run(tokens(1, 3), 1, 3, OUTPUT).shape()).containsExactly(1, 3, WIDTH);
        }
    }

    @Test
    void closedModelRunsNoMore() throws IOException {
        OnnxModel model = OnnxModel.open(libraries, bytes, 1);
        model.close();
        assertThatIllegalStateException().isThrownBy(() -> model.run(tokens(1, 3), 1, 3, OUTPUT));
    }

    private static Map<String, long[]> tokens(int rows, int columns) {
        long[] ids = IntStream.range(0, rows * columns).mapToLong(i -> 2000 + i).toArray();
        long[] ones = new long[rows * columns];
        Arrays.fill(ones, 1);
        Map<String, long[]> inputs = new LinkedHashMap<>();
        inputs.put("input_ids", ids);
        inputs.put("attention_mask", ones);
        inputs.put("token_type_ids", new long[rows * columns]);
        return inputs;
    }
}
