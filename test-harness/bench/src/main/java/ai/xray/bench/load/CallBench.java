package ai.xray.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a call costs apart from what the tool does: {@code tools/call} of a tool that counts three words, by connections that are
 * kept, in rounds that take turns with the official TypeScript SDK's server doing the same.
 *
 * <p>Arguments: the distribution, the jar of the example bundle with the tool, the folder {@code peers} after
 * {@code npm ci} in it, the file for raw output, and optionally {@code smoke} for a run of a few seconds that only shows that it
 * works.
 */
public final class CallBench {
    private static final String TOOL = "count_words";
    private static final byte[] REQUEST = McpConnection.request(TOOL, Map.of("text", "to be or"));
    private static final List<Integer> CLIENTS = List.of(1, 8, 64);
    private static final String OURS = "X-Ray";
    private static final String PEER = "TypeScript SDK";

    private final Printout out;
    private final Duration time;
    private final int rounds;

    private CallBench(Printout out, boolean smoke) {
        this.out = out;
        time = smoke ? Duration.ofMillis(200) : Duration.ofSeconds(3);
        rounds = smoke ? 1 : 5;
    }

    public static void main(String[] arguments) throws Exception {
        try (Scratch data = Scratch.create();
                Printout out = new Printout(Path.of(arguments[3]));
                Server ours = ours(new Distribution(Path.of(arguments[0])), Path.of(arguments[1]), data.folder());
                Server peer = Server.start(
                        List.of("node", Path.of(arguments[2], "echo.mjs").toString()))) {
            Map<String, Server> servers = new LinkedHashMap<>();
            servers.put(PEER, peer);
            servers.put(OURS, ours);
            new CallBench(out, Arrays.asList(arguments).contains("smoke")).run(servers);
        }
    }

    private static Server ours(Distribution distribution, Path bundle, Path data)
            throws IOException, InterruptedException {
        Files.copy(
                bundle,
                Files.createDirectories(data.resolve("bundles"))
                        .resolve(bundle.getFileName().toString()));
        Server server = Server.start(distribution, data, List.of());
        try (McpConnection connection = new McpConnection(server.port())) {
            connection.call(TOOL, REQUEST);
        }
        return server;
    }

    private void run(Map<String, Server> servers) throws IOException, InterruptedException {
        Samples<Load> loads = new Samples<>();
        for (int round = 0; round <= rounds; round++) { // the first warms up
            for (int clients : CLIENTS) {
                for (Map.Entry<String, Server> server : servers.entrySet()) {
                    List<Load.Requests> requests = Collections.nCopies(clients, () -> REQUEST);
                    Load load = Load.on(server.getValue(), TOOL, time, requests);
                    out.raw("round %d, %s, %d clients: %s".formatted(round, server.getKey(), clients, load.raw()));
                    if (round > 0) {
                        loads.add(server.getKey() + clients, load);
                    }
                }
            }
        }
        out.line("%-16s %8s %10s %10s %9s %9s %15s"
                .formatted(TOOL, "clients", "calls/s", "x the peer", "p50 ms", "p99 ms", "server CPU ms"));
        for (int clients : CLIENTS) {
            double peer = loads.median(PEER + clients, Load::rate);
            for (String name : servers.keySet()) {
                double rate = loads.median(name + clients, Load::rate);
                out.line("%-16s %8d %,10.0f %10.2f %9.2f %9.2f %15.3f"
                        .formatted(
                                name,
                                clients,
                                rate,
                                rate / peer,
                                loads.median(name + clients, Load::p50),
                                loads.median(name + clients, Load::p99),
                                loads.median(name + clients, Load::serverCpu)));
            }
        }
    }
}
