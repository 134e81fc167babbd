package ai.xray.embedder.table;

import ai.xray.search.Embedder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Run by hand: 100-word pieces of the sources of the running JDK's {@code java.util}, embedded by one thread. */
final class StaticEmbedderBenchmark {
    private static final int WORDS = 100;
    private static final int TEXTS = 20_000;
    private static final int ROUNDS = 8;

    private StaticEmbedderBenchmark() {}

    public static void main(String[] args) throws IOException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        List<String> texts = texts();
        long start = System.nanoTime();
        StaticEmbedder embedder = new StaticEmbedder(0, 8000);
        System.out.printf("activation %.1f ms%n", millis(start));
        start = System.nanoTime();
        embedder.embed(texts.subList(0, 1));
        System.out.printf("first text, table read %.1f ms%n", millis(start));
        start = System.nanoTime();
        Embedder fitted = embedder.fittedTo(texts);
        System.out.printf("fitted to %d texts in %.0f ms, %d bytes%n", TEXTS, millis(start), fitted.fit().length);
        for (int round = 0; round < ROUNDS; round++) {
            start = System.nanoTime();
            long startOfCpu = threads.getCurrentThreadCpuTime();
            fitted.embed(texts);
            System.out.printf(
                    "%,.0f texts/s, %,.0f per second of processor time%n",
                    TEXTS * 1000 / millis(start), TEXTS * 1e9 / (threads.getCurrentThreadCpuTime() - startOfCpu));
        }
    }

    private static List<String> texts() throws IOException {
        StringBuilder all = new StringBuilder();
        try (ZipFile zip = new ZipFile(
                Path.of(System.getProperty("java.home"), "lib", "src.zip").toFile())) {
            for (ZipEntry entry : zip.stream()
                    .filter(e -> e.getName().matches("java.base/java/util/[A-Z]\\w+\\.java"))
                    .toList()) {
                all.append(new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        String[] words = Arrays.stream(all.toString().split("\\W+"))
                .filter(word -> word.length() > 1)
                .toArray(String[]::new);
        Random random = new Random(20261130);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < TEXTS; i++) {
            int from = random.nextInt(words.length - WORDS);
            texts.add(String.join(" ", Arrays.asList(words).subList(from, from + WORDS)));
        }
        return texts;
    }

    private static double millis(long start) {
        return (System.nanoTime() - start) / 1e6;
    }
}
