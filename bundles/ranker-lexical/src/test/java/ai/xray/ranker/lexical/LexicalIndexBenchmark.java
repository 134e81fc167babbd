package ai.xray.ranker.lexical;

import ai.xray.search.Document;
import ai.xray.search.Ranked;
import ai.xray.search.TextIndex;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/**
 * The index against the full scan, run by hand. Documents and queries are pieces of the Javadoc of the running JDK
 * ({@code lib/src.zip}), picked with a fixed seed.
 */
final class LexicalIndexBenchmark {
    private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final int SEED = 20261130;
    private static final int QUERIES = 2000;
    private static final int SCANNED_QUERIES = 8;
    private static final int LIMIT = 40;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final List<String[]> texts;

    private LexicalIndexBenchmark(List<String[]> texts) {
        this.texts = texts;
    }

    public static void main(String[] args) throws IOException {
        Path sources = Path.of(System.getProperty("java.home"), "lib", "src.zip");
        LexicalIndexBenchmark benchmark = new LexicalIndexBenchmark(comments(sources));
        System.out.printf(
                "%9s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s%n",
                "documents",
                "words",
                "put/s",
                "heap MB",
                "p50 ms",
                "p99 ms",
                "max ms",
                "CPU p50",
                "CPU p99",
                "query/s",
                "scan/s",
                "ratio");
        double small = benchmark.run(10_000);
        double large = benchmark.run(100_000);
        System.out.printf("median CPU time for 100,000 against 10,000 documents: %.1f times%n", large / small);
    }

    /** Prints a line for so many documents and answers the median CPU time of a query in seconds. */
    private double run(int count) {
        long heapBefore = usedHeap();
        LexicalIndex<Integer> index = new LexicalIndex<>();
        long start = System.nanoTime();
        fill(index, count);
        double putsPerSecond = count / seconds(start);
        double megabytes = (usedHeap() - heapBefore) / 1e6;

        Random random = new Random(SEED + 1);
        List<String> queries = new ArrayList<>();
        for (int i = 0; i < QUERIES; i++) {
            queries.add(String.join(" ", piece(random, 1 + random.nextInt(8))));
        }
        times(index, queries); // warms up
        double[][] times = times(index, queries);
        double[] wall = times[0];
        double[] cpu = times[1];
        double queriesPerSecond = QUERIES / Arrays.stream(wall).sum();
        Arrays.sort(wall);
        Arrays.sort(cpu);

        FullScan<Integer> scan = new FullScan<>();
        fill(scan, count);
        List<String> scanned = queries.subList(0, SCANNED_QUERIES);
        start = System.nanoTime();
        List<List<Ranked>> expected = scanned.stream()
                .map(query -> scan.rank(query, _ -> true, LIMIT))
                .toList();
        double scansPerSecond = SCANNED_QUERIES / seconds(start);
        double scannedByIndex = Arrays.stream(times(index, scanned)[0]).sum();
        for (int i = 0; i < SCANNED_QUERIES; i++) {
            List<String> found = ids(index.rank(scanned.get(i), _ -> true, LIMIT));
            if (!found.equals(ids(expected.get(i)))) {
                throw new IllegalStateException("other answers for: " + scanned.get(i));
            }
        }
        System.out.printf(
                "%,9d %,9d %,9.0f %9.1f %9.3f %9.3f %9.3f %9.3f %9.3f %,9.0f %9.1f %9.0f%n",
                count,
                index.words(),
                putsPerSecond,
                megabytes,
                1e3 * wall[QUERIES / 2],
                1e3 * wall[QUERIES * 99 / 100],
                1e3 * wall[QUERIES - 1],
                1e3 * cpu[QUERIES / 2],
                1e3 * cpu[QUERIES * 99 / 100],
                queriesPerSecond,
                scansPerSecond,
                SCANNED_QUERIES / scannedByIndex / scansPerSecond);
        return cpu[QUERIES / 2];
    }

    private void fill(TextIndex<Integer> index, int count) {
        Random random = new Random(SEED);
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < count; i++) {
            String[] title = piece(random, 3 + random.nextInt(6));
            String content = String.join(" ", piece(random, 10 + random.nextInt(90)));
            String slug = String.join("-", title).replaceAll("[^A-Za-z0-9]+", "-");
            String id = ids.add(slug) ? slug : slug + "-" + Integer.toHexString(random.nextInt());
            index.put(new Document<>(id, String.join(" ", title), content, Instant.ofEpochSecond(i), i));
        }
    }

    /** Of each query the seconds by the clock, and those that this thread ran, which other work on the machine adds less to. */
    private static double[][] times(LexicalIndex<Integer> index, List<String> queries) {
        double[][] times = new double[2][queries.size()];
        for (int i = 0; i < queries.size(); i++) {
            long start = System.nanoTime();
            long cpuStart = THREADS.getCurrentThreadCpuTime();
            index.rank(queries.get(i), _ -> true, LIMIT);
            times[1][i] = (THREADS.getCurrentThreadCpuTime() - cpuStart) / 1e9;
            times[0][i] = seconds(start);
        }
        return times;
    }

    private String[] piece(Random random, int words) {
        String[] text = texts.get(random.nextInt(texts.size()));
        int length = Math.min(words, text.length);
        int from = random.nextInt(text.length - length + 1);
        return Arrays.copyOfRange(text, from, from + length);
    }

    private static List<String[]> comments(Path sources) throws IOException {
        List<String[]> comments = new ArrayList<>();
        try (ZipFile zip = new ZipFile(sources.toFile())) {
            for (var entry : zip.stream()
                    .filter(e -> e.getName().matches("java\\.(base|desktop|sql|net\\.http|logging)/.*\\.java"))
                    .toList()) {
                String source = new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
                Matcher comment = COMMENT.matcher(source);
                while (comment.find()) {
                    String[] words = comment.group(1)
                            .replaceAll("[*<>{}]|</?\\w+>", " ")
                            .strip()
                            .split("\\s+");
                    if (words.length >= 12) {
                        comments.add(words);
                    }
                }
            }
        }
        return comments;
    }

    private static List<String> ids(List<Ranked> ranking) {
        return ranking.stream().map(Ranked::id).toList();
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
