package ai.xray.fakes;

import ai.xray.json.Json;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/** What a server does instead of answering rightly. */
@FunctionalInterface
public interface Fault {
    /**
     * Plays it.
     *
     * @param right what would have been answered
     * @param closing is released when the server closes: who waits, waits for it too
     */
    void play(HttpExchange exchange, Reply right, CountDownLatch closing) throws IOException, InterruptedException;

    /** Answers with a status and an error document of the given code. */
    static Fault status(int status, String code) {
        return status(status, code, Map.of());
    }

    /** As {@link #status(int, String)}, with further headers. */
    static Fault status(int status, String code, Map<String, String> headers) {
        String message = "a sentence of the server, which may quote what it was sent";
        Reply reply = Reply.of(status, Map.of("error", Map.of("message", message, "code", code)));
        return (exchange, _, _) -> {
            headers.forEach(exchange.getResponseHeaders()::set);
            FakeServer.send(exchange, reply);
        };
    }

    /** Answers 200 with this body, whatever it is. */
    static Fault body(String contentType, String body) {
        return (exchange, _, _) -> FakeServer.send(exchange, new Reply(200, Map.of("Content-Type", contentType), body));
    }

    /** Answers with the right value, changed. */
    static Fault altered(UnaryOperator<Object> change) {
        return (exchange, right, _) ->
                FakeServer.send(exchange, Reply.of(right.status(), change.apply(Json.read(right.body()))));
    }

    /** Hangs up without a word. */
    static Fault hangUp() {
        return (exchange, _, _) -> exchange.close();
    }

    /** Sends half of the answer and hangs up. */
    static Fault cutShort() {
        return (exchange, right, _) -> {
            byte[] body = right.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(right.status(), body.length);
            exchange.getResponseBody().write(body, 0, body.length / 2);
            exchange.getResponseBody().flush();
            exchange.close();
        };
    }

    /** Takes the request and says nothing. */
    static Fault silent() {
        return (exchange, _, closing) -> {
            closing.await();
            exchange.close();
        };
    }

    /** Begins its answer and then says nothing more. */
    static Fault stuck() {
        return (exchange, right, closing) -> {
            exchange.sendResponseHeaders(right.status(), 0);
            exchange.getResponseBody().write(' ');
            exchange.getResponseBody().flush();
            closing.await();
            exchange.close();
        };
    }

    /** Answers rightly once {@code gate} opens. */
    static Fault heldBy(CountDownLatch gate) {
        return (exchange, right, _) -> {
            gate.await();
            FakeServer.send(exchange, right);
        };
    }

    /** Answers with white space for as long as somebody takes it. */
    static Fault endless() {
        return (exchange, right, _) -> {
            byte[] spaces = new byte[64 * 1024];
            Arrays.fill(spaces, (byte) ' ');
            exchange.sendResponseHeaders(right.status(), 0);
            try (OutputStream out = exchange.getResponseBody()) {
                while (true) {
                    out.write(spaces);
                }
            }
        };
    }
}
