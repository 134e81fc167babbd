package ai.xray.runtime.stdio;

import ai.xray.json.Json;
import ai.xray.runtime.client.ServerAccess;
import ai.xray.runtime.server.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.osgi.framework.BundleException;

/**
 * One client on standard streams. Each line goes to the server's endpoint as one request; what comes back, at once or on a
 * stream, goes out as lines. The session that the endpoint wants, and clients here do not know of, is kept here.
 */
public final class StdioBridge implements AutoCloseable {
    private static final int MOST_LINE_BYTES = 64 * 1024 * 1024;
    private static final int MOST_RUNNING = 64;
    private static final int MOST_REPLY_BYTES = 256 * 1024 * 1024;
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(30);
    private static final long RECONNECT_MILLIS = 1_000;
    private static final int INTERNAL_ERROR = -32603;
    private static final int UNAUTHENTICATED = 401;
    private static final String ACCEPT = "application/json, text/event-stream";

    private final Map<Object, Thread> running = new ConcurrentHashMap<>();
    private final Semaphore room = new Semaphore(MOST_RUNNING);
    private final Phaser inFlight = new Phaser(1);
    private final ReentrantLock opening = new ReentrantLock();
    private final Upstream upstream;
    private final Output output;
    private volatile Optional<Session> session = Optional.empty();
    private volatile boolean ended;

    /** @param opened the message that opened it, to open another by if it is lost */
    private record Session(String id, String version, Wire opened) {
        Map<String, String> headers() {
            return Map.of("Mcp-Session-Id", id, "MCP-Protocol-Version", version);
        }
    }

    /** Where a server is to be had; asked again when the one it gave is gone. */
    @FunctionalInterface
    public interface Servers {
        ServerAccess open() throws IOException, BundleException, InterruptedException;
    }

    /** A bridge to the server that {@code servers} gives, which this closes in the end. */
    public StdioBridge(Servers servers, OutputStream out) throws IOException, BundleException, InterruptedException {
        this.upstream = new Upstream(servers::open);
        this.output = new Output(out);
    }

    /** Carries messages until {@code in} ends and what was asked is answered. */
    public void run(InputStream in) throws IOException, InterruptedException {
        Lines lines = new Lines(in, MOST_LINE_BYTES);
        for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
            take(Wire.of(line.get()));
        }
        ended = true;
        try {
            inFlight.awaitAdvanceInterruptibly(inFlight.arrive(), LAST_ANSWERS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // whoever asked does not read any more
        }
    }

    /** Ends the session; stops a server of this process. */
    @Override
    public void close() throws IOException {
        try {
            if (session.isPresent()) {
                discard(upstream.send("DELETE", "", session.get().headers()));
            }
        } catch (IOException | UnavailableException e) {
            // the session ends by itself
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            upstream.close();
        }
    }

    /**
     * Requests run beside each other. What is no request is sent in its turn, however many run: it may be the answer that one of
     * them waits for.
     */
    private void take(Wire wire) throws InterruptedException {
        Optional<Thread> cancelled = wire.cancels().map(running::get);
        if (cancelled.isPresent() && session.isEmpty()) {
            cancelled.get().interrupt(); // without a session, a request is cancelled by leaving it
        } else if (wire.requestId().isEmpty()
                || wire.is("initialize")) { // what follows needs the session that this opens
            carry(wire);
        } else if (room.tryAcquire()) {
            start(wire, wire.requestId().get());
        } else {
            failed(wire, "%d requests run already; wait for an answer.".formatted(MOST_RUNNING));
        }
    }

    private void start(Wire wire, Object id) {
        boolean ends = !wire.is("subscriptions/listen");
        if (ends) {
            inFlight.register();
        }
        Thread thread = Thread.ofVirtual().name("mcp-stdio").unstarted(() -> {
            try {
                carry(wire);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                running.remove(id);
                room.release();
                if (ends) {
                    inFlight.arriveAndDeregister();
                }
            }
        });
        running.put(id, thread);
        thread.start();
    }

    /** Sends a message and writes what comes back; a failure becomes an answer. */
    private void carry(Wire wire) throws InterruptedException {
        try {
            relay(wire, send(wire));
        } catch (IOException e) {
            if (!Thread.currentThread().isInterrupted()) { // who cancelled waits for nothing
                failed(wire, "The server broke off; the call may have been done. Try again.");
            }
        } catch (UnavailableException e) {
            failed(wire, "There is no server: " + e.getMessage());
        }
    }

    private void relay(Wire wire, HttpResponse<InputStream> reply) throws IOException {
        if (reply.statusCode() == UNAUTHENTICATED) {
            discard(reply);
            failed(
                    wire,
                    "The server does not know this client: give --mcp-secret-file the file that the server was given,"
                            + " or with --url a --token-file.");
        } else if (wire.is("initialize") && reply.statusCode() == 200) {
            String text = body(reply);
            remember(wire, reply, text);
            output.write(text);
        } else if (contentType(reply).startsWith("text/event-stream")) {
            writeAll(new Events(reply.body()));
        } else {
            String text = body(reply);
            if (!text.isBlank()) {
                output.write(answering(wire, text));
            }
        }
        if (wire.is("notifications/initialized")) {
            session.ifPresent(this::listen);
        }
    }

    private void writeAll(Events events) throws IOException {
        try (events) {
            for (Optional<String> data = events.next(); data.isPresent(); data = events.next()) {
                output.write(data.get());
            }
        }
    }

    private HttpResponse<InputStream> send(Wire wire) throws IOException, InterruptedException {
        if (wire.version().isPresent()) {
            return upstream.post(wire.text(), accepting(wire.headers()));
        }
        Optional<Session> used = wire.is("initialize") ? Optional.empty() : session;
        HttpResponse<InputStream> reply =
                upstream.post(wire.text(), accepting(used.map(Session::headers).orElse(Map.of())));
        if (reply.statusCode() != 404 || used.isEmpty()) {
            return reply;
        }
        discard(reply);
        return upstream.post(wire.text(), accepting(reopened(used.get()).headers()));
    }

    /** Another session in place of one that the server no longer knows: it was started again, or is another one. */
    private Session reopened(Session lost) throws IOException, InterruptedException {
        opening.lock();
        try {
            if (session.equals(Optional.of(lost))) {
                HttpResponse<InputStream> reply = upstream.post(lost.opened().text(), accepting(Map.of()));
                remember(lost.opened(), reply, body(reply));
                Session another = session.orElseThrow();
                discard(upstream.post(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                        accepting(another.headers())));
                listen(another);
            }
            return session.orElseThrow();
        } finally {
            opening.unlock();
        }
    }

    private void remember(Wire wire, HttpResponse<InputStream> reply, String text) {
        Optional<String> id = reply.headers().firstValue("Mcp-Session-Id");
        Map<String, Object> result =
                Wire.of(text).message().get("result") instanceof Map<?, ?> given ? Json.asObject(given) : Map.of();
        if (id.isPresent() && result.get("protocolVersion") instanceof String version) {
            session = Optional.of(new Session(id.get(), version, wire));
        }
    }

    private void listen(Session told) {
        Thread.ofVirtual().name("mcp-stdio-notices").start(() -> notices(told));
    }

    /** Writes what the server says outside any call, as long as the session lasts. */
    private void notices(Session told) {
        Optional<String> lastId = Optional.empty();
        while (!ended && session.equals(Optional.of(told))) {
            Map<String, String> headers = new LinkedHashMap<>(told.headers());
            headers.put("Accept", "text/event-stream");
            lastId.ifPresent(id -> headers.put("Last-Event-ID", id));
            try {
                HttpResponse<InputStream> reply = upstream.send("GET", "", headers);
                if (reply.statusCode() != 200) {
                    discard(reply);
                    return;
                }
                Events events = new Events(reply.body());
                try {
                    writeAll(events);
                } finally {
                    lastId = events.lastId().isPresent() ? events.lastId() : lastId;
                }
            } catch (IOException | UnavailableException e) {
                // told again by the next call, which has somebody to tell
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            if (!rested()) {
                return;
            }
        }
    }

    private static boolean rested() {
        try {
            Thread.sleep(RECONNECT_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void failed(Wire wire, String sentence) {
        if (wire.requestId().isPresent()) {
            Map<String, Object> error = new LinkedHashMap<>();
            error.put("code", INTERNAL_ERROR);
            error.put("message", sentence);
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("jsonrpc", "2.0");
            answer.put("id", wire.requestId().get());
            answer.put("error", error);
            output.write(Json.write(answer));
        }
    }

    /** An error that names no request, since it is about how it was sent, is the answer to the request that was sent. */
    private static String answering(Wire wire, String text) {
        Map<String, Object> answer = new LinkedHashMap<>(Wire.of(text).message());
        if (wire.requestId().isEmpty() || !answer.containsKey("error") || answer.containsKey("id")) {
            return text;
        }
        answer.put("id", wire.requestId().get());
        return Json.write(answer);
    }

    private static Map<String, String> accepting(Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Accept", ACCEPT);
        return all;
    }

    private static String contentType(HttpResponse<InputStream> reply) {
        return reply.headers().firstValue("Content-Type").orElse("");
    }

    private static String body(HttpResponse<InputStream> reply) throws IOException {
        try (InputStream body = reply.body()) {
            return new String(body.readNBytes(MOST_REPLY_BYTES), StandardCharsets.UTF_8);
        }
    }

    private static void discard(HttpResponse<InputStream> reply) throws IOException {
        reply.body().close();
    }
}
