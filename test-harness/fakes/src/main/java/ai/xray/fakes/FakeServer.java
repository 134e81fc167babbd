package ai.xray.fakes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on a free port of loopback. Thread-safe. */
public abstract class FakeServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();

    FakeServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
    }

    /** Begins to serve; once, when the subclass is complete. */
    final void open() {
        server.createContext("/", this::serve);
        server.start();
    }

    /** Where it listens, without a slash at the end. */
    public final URI address() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://%s:%d".formatted(address.getAddress().getHostAddress(), address.getPort()));
    }

    /** The next requests meet these, one each, in this order; after them all is right again. */
    public final void next(Fault... misfortunes) {
        faults.addAll(List.of(misfortunes));
    }

    /** All requests so far, refused ones among them. */
    public final List<Received> received() {
        return List.copyOf(received);
    }

    /** What was wrong with requests so far. */
    public final List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** The most requests that were under way at the same time. */
    public final int mostAtOnce() {
        return mostAtOnce.get();
    }

    @Override
    public final void close() {
        closing.countDown();
        server.stop(0);
        threads.close();
    }

    /** The right answer to a request. */
    abstract Reply reply(Received request) throws Refused;

    /** The error document of this server. */
    abstract Object error(int status, String complaint);

    static void send(HttpExchange exchange, Reply reply) throws IOException {
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        reply.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private void serve(HttpExchange exchange) throws IOException {
        mostAtOnce.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        try (exchange) {
            Received request = read(exchange);
            received.add(request);
            Reply right = judged(request);
            Fault fault = faults.poll();
            if (fault == null) {
                send(exchange, right);
            } else {
                fault.play(exchange, right, closing);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            underWay.decrementAndGet();
        }
    }

    private Reply judged(Received request) {
        try {
            return reply(request);
        } catch (Refused refused) {
            complaints.add(refused.getMessage());
            return Reply.of(refused.status(), error(refused.status(), refused.getMessage()));
        }
    }

    private static Received read(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        return new Received(
                exchange.getRequestMethod(), exchange.getRequestURI().toString(), Map.copyOf(headers), body);
    }
}
