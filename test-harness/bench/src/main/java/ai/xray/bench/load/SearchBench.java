package ai.xray.bench.load;

import ai.xray.bench.texts.JavadocTexts;
import ai.xray.memory.MemoryCell;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * {@code search_memory} over HTTP, by words and by words and meaning, beside the same index classes called in this process.
 * Rounds take turns. With {@code cores} the server gets one processor and the clients the other, then both share both; this
 * takes Linux and is the figure for how searches grow with processors.
 *
 * <p>Arguments: the distribution, the file for raw output, numbers of cells with commas between them (10000,100000), and
 * optionally {@code cores}, or {@code smoke} for a run of a few seconds that only shows that it works. Run with
 * {@code --add-modules jdk.incubator.vector}, as the server is.
 */
public final class SearchBench {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final List<Integer> CLIENTS = List.of(1, 8);
    private static final String TOOL = "search_memory";

    private final Distribution distribution;
    private final Printout out;
    private final Duration time;
    private final int rounds;
    private final int queries;
    private final boolean smoke;
    private final boolean cores;

    private SearchBench(Distribution distribution, Printout out, boolean smoke, boolean cores) {
        this.distribution = distribution;
        this.out = out;
        this.smoke = smoke;
        this.cores = cores;
        time = smoke ? Duration.ofMillis(300) : Duration.ofSeconds(3);
        rounds = smoke ? 1 : 5;
        queries = smoke ? 50 : 1000;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> words = Arrays.asList(arguments);
        boolean smoke = words.contains("smoke");
        try (Printout out = new Printout(Path.of(arguments[1]))) {
            SearchBench bench =
                    new SearchBench(new Distribution(Path.of(arguments[0])), out, smoke, words.contains("cores"));
            JavadocTexts texts = JavadocTexts.read(smoke ? JavadocTexts.FEW : JavadocTexts.MANY);
            for (String count : arguments[2].split(",", -1)) {
                bench.run(texts.cells(Integer.parseInt(count)));
            }
        }
    }

    private enum Mode {
        LEXICAL("none"),
        HYBRID("static");

        private final String embedder;

        Mode(String embedder) {
            this.embedder = embedder;
        }

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One thread in this process: milliseconds of a ranking by the clock, and of the processor. */
    private record Alone(double p50, double p99, double cpu) {}

    private void run(List<MemoryCell> cells) throws IOException, InterruptedException {
        try (Scratch data = Scratch.create()) {
            distribution.fill(data.folder(), cells);
            List<String> asked = JavadocTexts.queries(cells, queries);
            Rankers rankers = Rankers.of(cells);
            awaitRest(Load::ownCpu);
            List<String> sample = asked.subList(0, asked.size() / 10);
            out.line("%n%,d cells: recall@%d %.4f of the vectors that the server makes, over %d queries"
                    .formatted(cells.size(), Rankers.NEAREST, rankers.recall(sample), sample.size()));
            for (Mode mode : Mode.values()) {
                try (Server server = Server.start(distribution, data.folder(), List.of("--embedder", mode.embedder))) {
                    awaitMode(server, mode, asked.getFirst());
                    awaitRest(server::cpu);
                    measure(server, mode, cells.size(), rankers, asked);
                    if (cores) {
                        compareCores(server, mode, cells.size(), asked);
                    }
                }
            }
        }
    }

    private void awaitRest(Supplier<Duration> cpu) throws InterruptedException {
        if (!smoke) {
            Rest.await(cpu);
        }
    }

    /** Until vectors are there, searches are by words alone. */
    private static void awaitMode(Server server, Mode mode, String query) throws IOException, InterruptedException {
        byte[] request = McpConnection.request(TOOL, Map.of("query", query));
        try (McpConnection connection = new McpConnection(server.port())) {
            while (!connection.call(TOOL, request).contains("\"mode\":\"" + mode.wire() + "\"")) {
                Thread.sleep(20);
            }
        }
    }

    private void measure(Server server, Mode mode, int cells, Rankers rankers, List<String> asked)
            throws IOException, InterruptedException {
        Samples<Alone> alone = new Samples<>();
        Samples<Load> loads = new Samples<>();
        for (int round = 0; round <= rounds; round++) { // the first warms up
            Alone ranked = alone(mode, rankers, asked);
            out.raw("%s, %d cells, round %d, in process: %s".formatted(mode.wire(), cells, round, ranked));
            if (round > 0) {
                alone.add("", ranked);
            }
            for (int clients : CLIENTS) {
                Load load = load(server, clients, asked);
                out.raw("%s, %d cells, round %d, %d clients: %s"
                        .formatted(mode.wire(), cells, round, clients, load.raw()));
                if (round > 0) {
                    loads.add("" + clients, load);
                }
            }
        }
        double p50 = alone.median("", Alone::p50);
        double cpu = alone.median("", Alone::cpu);
        out.line("%n%-34s %10s %9s %9s %12s %9s %10s"
                .formatted(
                        "%s, %,d cells".formatted(mode.wire(), cells),
                        "searches/s",
                        "p50 ms",
                        "p99 ms",
                        "x in process",
                        "CPU ms",
                        "x its CPU"));
        out.line("%-34s %,10.0f %9.2f %9.2f %12.2f %9.2f %10.2f"
                .formatted(
                        "ranking in process, 1 thread", 1e3 / cpu, p50, alone.median("", Alone::p99), 1.0, cpu, 1.0));
        for (int clients : CLIENTS) {
            String name = "" + clients;
            out.line("%-34s %,10.0f %9.2f %9.2f %12.2f %9.2f %10.2f"
                    .formatted(
                            "over HTTP, " + clients + (clients == 1 ? " client" : " clients"),
                            loads.median(name, Load::rate),
                            loads.median(name, Load::p50),
                            loads.median(name, Load::p99),
                            loads.median(name, Load::p50) / p50,
                            loads.median(name, Load::serverCpu),
                            loads.median(name, Load::serverCpu) / cpu));
        }
    }

    private static Alone alone(Mode mode, Rankers rankers, List<String> asked) throws IOException {
        double[] millis = new double[asked.size()];
        long cpuBefore = THREADS.getCurrentThreadCpuTime();
        long found = 0;
        for (int i = 0; i < millis.length; i++) {
            long start = System.nanoTime();
            found += mode == Mode.LEXICAL ? rankers.lexical(asked.get(i)) : rankers.hybrid(asked.get(i));
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        double cpu = (THREADS.getCurrentThreadCpuTime() - cpuBefore) / 1e6 / millis.length;
        if (found == 0) {
            throw new IllegalStateException("no query found anything");
        }
        Arrays.sort(millis);
        return new Alone(millis[millis.length / 2], millis[millis.length * 99 / 100], cpu);
    }

    private Load load(Server server, int clients, List<String> asked) throws IOException, InterruptedException {
        List<byte[]> requests = asked.stream()
                .map(query -> McpConnection.request(TOOL, Map.of("query", query)))
                .toList();
        List<Load.Requests> each = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            Random random = new Random(client);
            each.add(() -> requests.get(random.nextInt(requests.size())));
        }
        return Load.on(server, TOOL, time, each);
    }

    private void compareCores(Server server, Mode mode, int cells, List<String> asked)
            throws IOException, InterruptedException {
        long self = ProcessHandle.current().pid();
        Samples<Load> loads = new Samples<>();
        for (int round = 0; round <= rounds; round++) {
            for (String list : List.of("0", "0,1")) {
                Cores.pin(server.pid(), list);
                Cores.pin(self, list.equals("0") ? "1" : list);
                Load load = load(server, 8, asked);
                out.raw("%s, %d cells, round %d, processors %s: %s"
                        .formatted(mode.wire(), cells, round, list, load.raw()));
                if (round > 0) {
                    loads.add(list, load);
                }
            }
        }
        double one = loads.median("0", Load::rate);
        double two = loads.median("0,1", Load::rate);
        double serverCpu = loads.median("0,1", Load::serverCpu);
        double share = serverCpu / (serverCpu + loads.median("0,1", Load::clientCpu));
        out.line(("8 clients, 1 processor %,.0f/s, 2 processors %,.0f/s: %.2f times; of two processors the clients left"
                        + " the server %.2f")
                .formatted(one, two, two / one, 2 * share));
    }
}
