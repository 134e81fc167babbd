package ai.xray.bench.load;

import ai.xray.bench.texts.JavadocTexts;
import ai.xray.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Durable {@code upsert_memory} calls a second of the whole server, beside commits of one row by the bare driver, in rounds
 * that take turns. Notes are never merged; before a fact is written, the server looks for one that it restates. All cells of a
 * run stay, so that later rounds write into a larger memory.
 *
 * <p>Arguments: the distribution, the file for raw output, a directory to write in (on the disk that is meant), and optionally
 * {@code smoke} for a run of a few seconds that only shows that it works.
 */
public final class WriteBench {
    private static final String RAW = "raw driver";
    private static final int CONTENT_WORDS = 60;
    private static final int TITLE_WORDS = 6;

    private final Printout out;
    private final JavadocTexts texts;
    private final Duration time;
    private final int rounds;
    private final Samples<Double> raw = new Samples<>();
    private final Samples<Load> loads = new Samples<>();
    private long seed;

    private WriteBench(Printout out, JavadocTexts texts, Duration time, int rounds) {
        this.out = out;
        this.texts = texts;
        this.time = time;
        this.rounds = rounds;
    }

    public static void main(String[] arguments) throws Exception {
        boolean smoke = Arrays.asList(arguments).contains("smoke");
        try (Scratch scratch = Scratch.in(Path.of(arguments[2]));
                Printout out = new Printout(Path.of(arguments[1]));
                Server server = Server.start(
                        new Distribution(Path.of(arguments[0])),
                        scratch.folder().resolve("data"),
                        List.of());
                RawCommits baseline = new RawCommits(scratch.folder().resolve("raw.db"))) {
            WriteBench bench = new WriteBench(
                    out,
                    JavadocTexts.read(smoke ? JavadocTexts.FEW : JavadocTexts.MANY),
                    smoke ? Duration.ofMillis(200) : Duration.ofSeconds(3),
                    smoke ? 1 : 5);
            bench.run(server, baseline);
        }
    }

    private record Contender(String kind, int clients) {
        String name() {
            return "%s, %d client%s".formatted(kind, clients, clients == 1 ? "" : "s");
        }
    }

    private void run(Server server, RawCommits baseline) throws Exception {
        List<Contender> contenders = List.of(
                new Contender("note", 1),
                new Contender("note", 8),
                new Contender("stable_fact", 1),
                new Contender("stable_fact", 8));
        for (int round = 0; round <= rounds; round++) { // the first warms up
            double rate = baseline.rate(time, documents());
            out.raw("round %d, %s: %.1f/s".formatted(round, RAW, rate));
            if (round > 0) {
                raw.add(RAW, rate);
            }
            for (Contender contender : contenders) {
                Load load = load(server, contender);
                out.raw("round %d, %s: %s".formatted(round, contender.name(), load.raw()));
                if (round > 0) {
                    loads.add(contender.name(), load);
                }
            }
        }
        print(contenders);
    }

    private Load load(Server server, Contender contender) throws IOException, InterruptedException {
        List<Load.Requests> requests = new ArrayList<>();
        for (int client = 0; client < contender.clients(); client++) {
            Random random = new Random(++seed);
            requests.add(() -> McpConnection.request("upsert_memory", cell(random, contender.kind())));
        }
        return Load.on(server, "upsert_memory", time, requests);
    }

    private Supplier<String> documents() {
        Random random = new Random(++seed);
        return () -> Json.write(cell(random, "note"));
    }

    private Map<String, Object> cell(Random random, String kind) {
        return Map.of(
                "kind",
                kind,
                "confidence",
                "high", // facts are written with no other
                "title",
                texts.shuffled(random, TITLE_WORDS),
                "content",
                texts.shuffled(random, CONTENT_WORDS));
    }

    private void print(List<Contender> contenders) {
        double base = raw.median(RAW, Double::doubleValue);
        out.line("%-24s %10s %12s %10s %10s %14s"
                .formatted("upsert_memory", "per second", "x raw driver", "p50 ms", "p99 ms", "server CPU ms"));
        out.line("%-24s %,10.0f %12.2f".formatted(RAW, base, 1.0));
        for (Contender contender : contenders) {
            String name = contender.name();
            double rate = loads.median(name, Load::rate);
            out.line("%-24s %,10.0f %12.2f %10.2f %10.2f %14.2f"
                    .formatted(
                            name,
                            rate,
                            rate / base,
                            loads.median(name, Load::p50),
                            loads.median(name, Load::p99),
                            loads.median(name, Load::serverCpu)));
        }
        for (String kind : List.of("note", "stable_fact")) {
            out.line("%s: 8 clients write %.1f times what one does"
                    .formatted(
                            kind,
                            loads.median(new Contender(kind, 8).name(), Load::rate)
                                    / loads.median(new Contender(kind, 1).name(), Load::rate)));
        }
    }
}
