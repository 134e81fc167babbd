package ai.xray.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/**
 * What so many calls by clients that each wait for their answer came to.
 *
 * @param seconds from the first call to the last answer
 * @param p50 the median of a call's milliseconds
 * @param p99 what 99 of 100 calls took at most, in milliseconds
 * @param serverCpu the milliseconds of processor time of the server for each call
 * @param clientCpu those of this process, which takes them from the server where they share processors
 */
public record Load(long calls, double seconds, double p50, double p99, double serverCpu, double clientCpu) {
    private static final double NANOS_PER_MILLI = 1e6;

    /** Where the requests of one client come from; one thread at a time. */
    interface Requests {
        byte[] next();
    }

    /** Calls per second. */
    double rate() {
        return calls / seconds;
    }

    /** Has one client for each of {@code requests} call a tool for so long. */
    static Load on(Server server, String tool, Duration time, List<? extends Requests> requests)
            throws IOException, InterruptedException {
        List<McpConnection> connections = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(requests.size())) {
            List<Callable<long[]>> clients = new ArrayList<>();
            for (Requests own : requests) {
                McpConnection connection = new McpConnection(server.port());
                connections.add(connection);
                clients.add(() -> call(connection, tool, time, own));
            }
            Duration serverBefore = server.cpu();
            Duration clientBefore = ownCpu();
            long start = System.nanoTime();
            long[] nanos = threads.invokeAll(clients).stream()
                    .map(Load::get)
                    .flatMapToLong(Arrays::stream)
                    .sorted()
                    .toArray();
            double seconds = (System.nanoTime() - start) / 1e9;
            return new Load(
                    nanos.length,
                    seconds,
                    nanos[nanos.length / 2] / NANOS_PER_MILLI,
                    nanos[(int) (nanos.length * 99L / 100)] / NANOS_PER_MILLI,
                    each(server.cpu().minus(serverBefore), nanos.length),
                    each(ownCpu().minus(clientBefore), nanos.length));
        } finally {
            for (McpConnection connection : connections) {
                connection.close();
            }
        }
    }

    private static long[] call(McpConnection connection, String tool, Duration time, Requests requests)
            throws IOException {
        LongStream.Builder nanos = LongStream.builder();
        long start = System.nanoTime();
        for (long before = start; before - start < time.toNanos(); before = System.nanoTime()) {
            byte[] request = requests.next();
            long sent = System.nanoTime();
            connection.call(tool, request);
            nanos.add(System.nanoTime() - sent);
        }
        return nanos.build().toArray();
    }

    private static long[] get(Future<long[]> client) {
        try {
            return client.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while clients call", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a client failed: " + e.getCause().getMessage(), e);
        }
    }

    /** The processor time of this process. */
    public static Duration ownCpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }

    private static double each(Duration cpu, long calls) {
        return cpu.toNanos() / NANOS_PER_MILLI / calls;
    }

    /** The figures for a file of raw output. */
    String raw() {
        return "%d calls, %.2f s, %.1f/s, p50 %.3f ms, p99 %.3f ms, server CPU %.3f ms, client CPU %.3f ms"
                .formatted(calls, seconds, rate(), p50, p99, serverCpu, clientCpu);
    }
}
