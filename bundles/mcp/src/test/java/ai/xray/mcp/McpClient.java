package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Speaks to the endpoint over a real socket, with as much or as little of the protocol as a test wants. */
final class McpClient {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI address;

    McpClient(URI address) {
        this.address = address;
    }

    /** An answer: JSON, or the messages of an event stream, the last being the response. */
    record Reply(int status, HttpResponse<String> http, List<Map<String, Object>> messages) {
        Map<String, Object> last() {
            return messages.getLast();
        }

        Map<String, Object> result() {
            assertThat(last()).containsKey("result");
            return Json.asObject(last().get("result"));
        }

        Map<String, Object> error() {
            assertThat(last()).containsKey("error");
            return Json.asObject(last().get("error"));
        }

        Object errorCode() {
            return error().get("code");
        }

        String message() {
            return (String) error().get("message");
        }

        String header(String name) {
            return http.headers().firstValue(name).orElse("");
        }
    }

    /** Headers every well-behaved client sends. */
    static Map<String, String> usual() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "application/json, text/event-stream");
        return headers;
    }

    Reply send(String method, String body, Map<String, String> headers) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request(method, body, headers), BodyHandlers.ofString());
        String type = response.headers().firstValue("Content-Type").orElse("");
        List<Map<String, Object>> messages = new ArrayList<>();
        if (type.equals("text/event-stream")) {
            response.body()
                    .lines()
                    .filter(line -> line.startsWith("data: {"))
                    .forEach(line -> messages.add(Json.readObject(line.substring("data: ".length()))));
        } else if (response.body().startsWith("{")) {
            messages.add(Json.readObject(response.body()));
        }
        return new Reply(response.statusCode(), response, messages);
    }

    Reply post(String body, Map<String, String> headers) throws IOException, InterruptedException {
        Map<String, String> all = usual();
        all.putAll(headers);
        return send("POST", body, all);
    }

    /** A request of the session era. */
    Reply call(String session, String method, Object params) throws IOException, InterruptedException {
        return post(request(7L, method, params), Map.of("Mcp-Session-Id", session));
    }

    /** Opens a session and returns its id. */
    String open(String version) throws IOException, InterruptedException {
        return open(version, Map.of());
    }

    String open(String version, Map<String, String> headers) throws IOException, InterruptedException {
        Reply reply = post(
                request(
                        1L,
                        "initialize",
                        Map.of(
                                "protocolVersion",
                                version,
                                "capabilities",
                                Map.of(),
                                "clientInfo",
                                Map.of("name", "test", "version", "1"))),
                headers);
        assertThat(reply.status()).isEqualTo(200);
        return reply.header("Mcp-Session-Id");
    }

    /** A request of the stateless era with all that belongs to it. */
    Reply stateless(String method, Map<String, Object> params) throws IOException, InterruptedException {
        return stateless(method, params, Map.of());
    }

    Reply stateless(String method, Map<String, Object> params, Map<String, String> headers)
            throws IOException, InterruptedException {
        Map<String, String> all = statelessHeaders(method, params);
        all.putAll(headers);
        return post(request(7L, method, withMeta(params)), all);
    }

    static Map<String, String> statelessHeaders(String method, Map<String, Object> params) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("MCP-Protocol-Version", "2026-07-28");
        headers.put("Mcp-Method", method);
        if (params.get("name") instanceof String name) {
            headers.put("Mcp-Name", name);
        }
        return headers;
    }

    static Map<String, Object> withMeta(Map<String, Object> params) {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
        meta.put("io.modelcontextprotocol/clientCapabilities", Map.of());
        if (params.get("_meta") instanceof Map<?, ?> given) {
            meta.putAll(Json.asObject(given));
        }
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put("_meta", meta);
        return all;
    }

    static String request(Object id, String method, Object params) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("jsonrpc", "2.0");
        request.put("id", id);
        request.put("method", method);
        request.put("params", params);
        return Json.write(request);
    }

    /** Opens a stream and hands out its lines as they come; the last is {@link Lines#END}. */
    Lines stream(String method, String body, Map<String, String> headers) throws IOException, InterruptedException {
        Map<String, String> all = usual();
        all.putAll(headers);
        var response = http.send(request(method, body, all), BodyHandlers.ofLines());
        Lines lines = new Lines(response.statusCode(), new LinkedBlockingQueue<>());
        Thread.ofVirtual().start(() -> {
            try (var stream = response.body()) {
                stream.forEach(lines.queue()::add);
            } finally {
                lines.queue().add(Lines.END);
            }
        });
        return lines;
    }

    record Lines(int status, BlockingQueue<String> queue) {
        static final String END = "(end)";

        /** The next line that is not empty. */
        String next() throws InterruptedException {
            String line = queue.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(line).as("a line within " + PATIENCE).isNotNull();
            return line.isEmpty() ? next() : line;
        }

        /** The next line's message. */
        Map<String, Object> message() throws InterruptedException {
            String line = next();
            assertThat(line).startsWith("data: ");
            return Json.readObject(line.substring("data: ".length()));
        }
    }

    private HttpRequest request(String method, String body, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(PATIENCE)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return request.build();
    }
}
