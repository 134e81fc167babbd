package ai.xray.reranker.onnx;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Run by hand: a query of eight words against pools of 60 texts from the sources of the running JDK's {@code java.util}, by
 * all-MiniLM-L6-v2 with a head, which is of the size of the small cross-encoders. Rounds take turns.
 */
final class OnnxRerankerBenchmark {
    private static final int TEXTS = 60;
    private static final int ROUNDS = 7;
    private static final int[] WORDS = {20, 50, 100, 300};

    private OnnxRerankerBenchmark() {}

    public static void main(String[] args) throws IOException {
        Path home = Files.createTempDirectory("xray-reranker-benchmark");
        Path model = Files.write(home.resolve("model.onnx"), Models.sentenceModelWithHead());
        Path tokenizer = Files.write(home.resolve("tokenizer.json"), Models.sentenceTokenizer());
        String query = texts(8, 1).getFirst();
        RerankFiles files = new RerankFiles(model.toString(), tokenizer.toString());
        try (OnnxReranker reranker = new OnnxReranker(files, home, 256, 0)) {
            long start = System.nanoTime();
            reranker.score(query, texts(20, 1));
            System.out.printf("first pair, model loaded: %.0f ms%n", millis(start));
            double[][] took = new double[WORDS.length][ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < WORDS.length; i++) {
                    List<String> pool = texts(WORDS[i], TEXTS);
                    start = System.nanoTime();
                    reranker.score(query, pool);
                    took[i][round] = millis(start);
                }
            }
            for (int i = 0; i < WORDS.length; i++) {
                Arrays.sort(took[i]);
                double median = took[i][ROUNDS / 2];
                System.out.printf(
                        "%d texts of %d words: median %.0f ms (%.0f to %.0f), %.0f pairs/s%n",
                        TEXTS, WORDS[i], median, took[i][0], took[i][ROUNDS - 1], TEXTS * 1000 / median);
            }
        }
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
