package ai.xray.store.sql;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Put;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Durable commits per second of the SQLite store, beside single-row commits of the same documents by the bare driver with
 * the same settings. Run by hand; the arguments are the directory to write in, the seconds per measurement (3) and the
 * rounds (5). Rounds take turns, so that a busy machine slows all rows alike; the table shows medians.
 */
final class CommitBenchmark {
    private static final List<String> WORDS = List.of(
            "gateway", "timeout", "deploys", "Friday", "retries", "the", "queue", "after", "payments", "window");

    private final Path directory;
    private final long nanos;

    private CommitBenchmark(Path directory, long seconds) {
        this.directory = directory;
        nanos = TimeUnit.SECONDS.toNanos(seconds);
    }

    public static void main(String[] args) throws Exception {
        Path parent = Path.of(args.length > 0 ? args[0] : System.getProperty("java.io.tmpdir"));
        long seconds = args.length > 1 ? Long.parseLong(args[1]) : 3;
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        Path directory = Files.createTempDirectory(parent, "xray-commit-benchmark");
        CommitBenchmark benchmark = new CommitBenchmark(directory, seconds);
        double[] raw = new double[rounds];
        double[] one = new double[rounds];
        double[] eight = new double[rounds];
        benchmark.store(8); // warms up
        benchmark.raw();
        for (int round = 0; round < rounds; round++) {
            raw[round] = benchmark.raw();
            one[round] = benchmark.store(1);
            eight[round] = benchmark.store(8);
        }
        row("raw driver, 1 writer", raw, raw);
        row("store, 1 writer", one, raw);
        row("store, 8 writers", eight, raw);
        System.out.printf("8 writers / 1 writer: %.2f%n", median(eight) / median(one));
    }

    private static void row(String name, double[] rates, double[] raw) {
        String each = Arrays.stream(rates).mapToObj("%,.0f"::formatted).collect(Collectors.joining(" "));
        System.out.printf(
                "%-22s %,9.0f commits/s %6.2f x raw   (%s)%n", name, median(rates), median(rates) / median(raw), each);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static MemoryCell cell(String id, Random random) {
        String content = random.ints(60, 0, WORDS.size()).mapToObj(WORDS::get).collect(Collectors.joining(" "));
        return MemoryCell.cell(id, Kind.NOTE, Instant.EPOCH)
                .title("Note " + id)
                .content(content)
                .tags(List.of("benchmark"))
                .build();
    }

    private double raw() throws Exception {
        Path home = Files.createTempDirectory(directory, "raw");
        SqliteDialect dialect = SqliteDialect.in(home);
        Schema.CURRENT.prepare(dialect);
        Documents documents = new Documents("benchmark", Documents.MAX_CHARS);
        Random random = new Random(1);
        List<String> prepared = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            prepared.add(documents.encode(cell("cell-" + i, random)));
        }
        try (Connection connection = dialect.connect(Dialect.Access.WRITE);
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO xray_cell (id, revision, document) VALUES (?, ?, ?)")) {
            long start = System.nanoTime();
            long done = 0;
            while (System.nanoTime() - start < nanos) {
                insert.setString(1, "cell-" + done);
                insert.setLong(2, done);
                insert.setString(3, prepared.get((int) (done % prepared.size())));
                insert.executeUpdate();
                done++;
            }
            return perSecond(done, start);
        }
    }

    private double store(int writers) throws Exception {
        try (SqliteStore store = new SqliteStore(Files.createTempDirectory(directory, "store"));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long start = System.nanoTime();
            List<Callable<Long>> work = new ArrayList<>();
            for (int writer = 0; writer < writers; writer++) {
                int number = writer;
                work.add(() -> write(store, number, start));
            }
            long done = 0;
            for (Future<Long> writer : threads.invokeAll(work)) {
                done += writer.get();
            }
            return perSecond(done, start);
        }
    }

    private long write(MemoryStore store, int writer, long start) throws Exception {
        Random random = new Random(writer);
        long done = 0;
        while (System.nanoTime() - start < nanos) {
            store.commit(List.of(new Put(cell("cell-%d-%d".formatted(writer, done), random), MemoryWrite.ABSENT)));
            done++;
        }
        return done;
    }

    private static double perSecond(long done, long start) {
        return done * 1e9 / (System.nanoTime() - start);
    }
}
