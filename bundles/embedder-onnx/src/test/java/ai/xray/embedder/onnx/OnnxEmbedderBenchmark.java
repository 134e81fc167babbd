package ai.xray.embedder.onnx;

import ai.xray.natives.NativeLibraries;
import ai.xray.onnx.OnnxModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Run by hand: 32 texts of 100 words from the sources of the running JDK's {@code java.util}, against onnxruntime alone on the
 * same tokens, one text per run and all in one padded batch; then a query of eight words. Rounds take turns.
 */
final class OnnxEmbedderBenchmark {
    private static final int WORDS = 100;
    private static final int TEXTS = 32;
    private static final int ROUNDS = 7;
    private static final int QUERIES = 100;

    private OnnxEmbedderBenchmark() {}

    public static void main(String[] args) throws IOException {
        Path home = Files.createTempDirectory("xray-onnx-benchmark");
        int threads = Math.min(4, Runtime.getRuntime().availableProcessors());
        List<String> texts = texts(WORDS, TEXTS);
        List<String> queries = texts(8, QUERIES);
        long start = System.nanoTime();
        try (OnnxEmbedder embedder = new OnnxEmbedder(ModelFiles.bundled(), home, 0, 8000, threads)) {
            System.out.printf("activation %.1f ms%n", millis(start));
            start = System.nanoTime();
            embedder.embed(texts.subList(0, 1));
            System.out.printf("first text, model loaded %.0f ms%n", millis(start));
            try (SentenceModel tokenizer =
                            SentenceModel.load(ModelFiles.bundled(), new NativeLibraries(home.resolve("n")), 1);
                    OnnxModel alone = ModelFiles.bundled().open(new NativeLibraries(home.resolve("n")), threads)) {
                int[][] tokens =
                        texts.stream().map(text -> tokenizer.tokens(text, 8000)).toArray(int[][]::new);
                System.out.printf("%12s %12s %12s   texts/s%n", "embedder", "one by one", "one batch");
                for (int round = 0; round < ROUNDS; round++) {
                    long first = System.nanoTime();
                    embedder.embed(texts);
                    long second = System.nanoTime();
                    for (int[] text : tokens) {
                        run(alone, new int[][] {text});
                    }
                    long third = System.nanoTime();
                    run(alone, tokens);
                    long end = System.nanoTime();
                    System.out.printf(
                            "%12.1f %12.1f %12.1f%n",
                            TEXTS * 1e9 / (second - first),
                            TEXTS * 1e9 / (third - second),
                            TEXTS * 1e9 / (end - third));
                }
            }
            double[] latency = new double[QUERIES];
            for (int i = 0; i < QUERIES; i++) {
                start = System.nanoTime();
                embedder.embed(queries.subList(i, i + 1));
                latency[i] = millis(start);
            }
            Arrays.sort(latency);
            System.out.printf("query of 8 words: median %.1f ms, p95 %.1f ms%n", latency[50], latency[95]);
        }
    }

    private static void run(OnnxModel model, int[][] tokens) throws IOException {
        int columns = Arrays.stream(tokens).mapToInt(text -> text.length).max().orElseThrow();
        long[] ids = new long[tokens.length * columns];
        long[] mask = new long[ids.length];
        for (int row = 0; row < tokens.length; row++) {
            for (int i = 0; i < tokens[row].length; i++) {
                int at = row * columns + i;
                ids[at] = tokens[row][i];
                mask[at] = 1;
            }
        }
        model.run(
                Map.of("input_ids", ids, "attention_mask", mask, "token_type_ids", new long[ids.length]),
                tokens.length,
                columns,
                model.outputs().getFirst());
    }

    private static List<String> texts(int words, int count) throws IOException {
        StringBuilder all = new StringBuilder();
        try (ZipFile zip = new ZipFile(
                Path.of(System.getProperty("java.home"), "lib", "src.zip").toFile())) {
            for (ZipEntry entry : zip.stream()
                    .filter(e -> e.getName().matches("java.base/java/util/[A-Z]\\w+\\.java"))
                    .toList()) {
                all.append(new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        List<String> everything = Arrays.stream(all.toString().split("\\W+"))
                .filter(word -> word.length() > 1)
                .toList();
        Random random = new Random(20261130);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int from = random.nextInt(everything.size() - words);
            texts.add(String.join(" ", everything.subList(from, from + words)));
        }
        return texts;
    }

    private static double millis(long start) {
        return (System.nanoTime() - start) / 1e6;
    }
}
