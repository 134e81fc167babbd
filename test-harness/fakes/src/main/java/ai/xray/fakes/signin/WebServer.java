package ai.xray.fakes.signin;

import ai.xray.json.Json;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** An OAuth service on a free port of loopback. Thread-safe. */
abstract class WebServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    /** An answer: a JSON value, or a redirect where {@code location} is not empty. */
    record Answer(int status, Object json, String location) {
        static Answer ok(Object json) {
            return new Answer(200, json, "");
        }
    }

    /** The request is not one that the real service would take. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;

        private final int status;

        Wrong(int status, String complaint) {
            super(complaint);
            this.status = status;
        }
    }

    WebServer() {
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
    public final String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** What was wrong with requests so far. */
    public final List<String> complaints() {
        return List.copyOf(complaints);
    }

    @Override
    public final void close() {
        server.stop(0);
        threads.close();
    }

    /** The answer to a request with its parameters, of the query or of the form. */
    abstract Answer answer(String method, String path, Map<String, String> parameters, Map<String, String> headers)
            throws Wrong;

    static void check(boolean right, int status, String complaint) throws Wrong {
        if (!right) {
            throw new Wrong(status, complaint);
        }
    }

    /** A redirect to where a client wants its answer. */
    static Answer redirect(String uri, Map<String, String> parameters) {
        return new Answer(
                302,
                Map.of(),
                uri + "?"
                        + parameters.entrySet().stream()
                                .map(one ->
                                        one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                                .collect(Collectors.joining("&")));
    }

    /** The S256 challenge of a verifier (RFC 7636, section 4.2). */
    static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI uri = exchange.getRequestURI();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
            Answer answer;
            try {
                String method = exchange.getRequestMethod();
                String encoded = method.equals("POST") ? body : uri.getRawQuery();
                answer = answer(method, uri.getPath(), parameters(encoded == null ? "" : encoded), headers);
            } catch (Wrong wrong) {
                complaints.add(wrong.getMessage());
                answer =
                        new Answer(wrong.status, Map.of("error", "invalid_request", "message", wrong.getMessage()), "");
            }
            if (!answer.location().isEmpty()) {
                exchange.getResponseHeaders().set("Location", answer.location());
            }
            byte[] json = Json.write(answer.json()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.status(), json.length);
            exchange.getResponseBody().write(json);
        }
    }

    private static Map<String, String> parameters(String encoded) throws Wrong {
        Map<String, String> parameters = new TreeMap<>();
        for (String pair : encoded.isEmpty() ? new String[0] : encoded.split("&", -1)) {
            int equals = pair.indexOf('=');
            check(equals > 0, 400, "a parameter has no value: " + pair);
            String name = URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8);
            String value = URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
            check(parameters.put(name, value) == null, 400, "a parameter is given twice: " + name);
        }
        return parameters;
    }
}
