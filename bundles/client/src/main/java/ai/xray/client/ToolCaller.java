package ai.xray.client;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Calls tools of a server in MCP's stateless revision, and turns what they refuse into {@link Refusal}. Thread-safe. */
final class ToolCaller {
    private static final String REVISION = "2026-07-28";
    private static final String META = "io.modelcontextprotocol/";
    private static final long INVALID_PARAMS = -32602L;

    /** More than 200 cells of 64 KiB, twice over, as structure and as text. */
    private static final long MOST_BYTES = 64L << 20;

    private final HttpClient http;
    private final URI endpoint;
    private final Optional<String> token;
    private final Duration timeout;
    private final AtomicLong ids = new AtomicLong();

    ToolCaller(HttpClient http, URI endpoint, Optional<String> token, Duration timeout) {
        this.http = http;
        this.endpoint = endpoint;
        this.token = token;
        this.timeout = timeout;
    }

    /**
     * The structured reply of a tool.
     *
     * @throws Refusal when the server refuses the call as it was made
     * @throws IOException when the server cannot be reached, answers something else than MCP, or fails
     */
    Map<String, Object> call(String tool, Map<String, Object> arguments) throws IOException {
        long id = ids.incrementAndGet();
        HttpResponse<String> response = send(request(id, tool, arguments));
        Map<String, Object> message = message(response, id);
        checkProtocol(response.statusCode(), message);
        Map<String, Object> result = object(message, "result");
        Map<String, Object> structured = object(result, "structuredContent");
        if (Boolean.TRUE.equals(result.get("isError"))) {
            checkFailure(structured);
        }
        return structured;
    }

    private HttpRequest request(long id, String tool, Map<String, Object> arguments) {
        Map<String, Object> meta = Map.of(
                META + "protocolVersion",
                REVISION,
                META + "clientInfo",
                Map.of("name", "xray-java", "version", "1"),
                META + "clientCapabilities",
                Map.of());
        String body = Json.write(Map.of(
                "jsonrpc",
                "2.0",
                "id",
                id,
                "method",
                "tools/call",
                "params",
                Map.of("name", tool, "arguments", arguments, "_meta", meta)));
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", REVISION)
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", tool)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        token.ifPresent(credential -> request.header("Authorization", "Bearer " + credential));
        return request.build();
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException {
        try {
            return http.send(request, BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException(endpoint + ": the call was interrupted.");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    /** The answer to {@code id}, alone or among the events of a stream; an empty one for an answer that is not MCP's. */
    private static Map<String, Object> message(HttpResponse<String> response, long id) {
        boolean stream = response.headers()
                .firstValue("Content-Type")
                .filter(type -> type.startsWith("text/event-stream"))
                .isPresent();
        try {
            return (stream ? events(response.body()) : Stream.of(response.body()))
                    .map(Json::readObject)
                    .filter(message -> message.containsKey("error") || Objects.equals(message.get("id"), id))
                    .findFirst()
                    .orElse(Map.of());
        } catch (JsonException _) {
            return Map.of();
        }
    }

    private static Stream<String> events(String body) {
        return Arrays.stream(body.split("\\R\\R", -1))
                .map(event -> event.lines()
                        .filter(line -> line.startsWith("data:"))
                        .map(line -> line.substring("data:".length()))
                        .collect(Collectors.joining("\n")))
                .filter(data -> !data.isBlank());
    }

    private void checkProtocol(int status, Map<String, Object> message) throws IOException {
        Map<?, ?> error = message.get("error") instanceof Map<?, ?> told ? told : Map.of();
        String said = error.get("message") instanceof String sentence
                ? sentence
                : "%s answered with status %d.".formatted(endpoint, status);
        Optional<Refusal.Code> code = refusal(status, error.get("code"));
        if (code.isPresent()) {
            throw Refusal.of(code.get(), said);
        }
        if (status != 200 || !error.isEmpty()) {
            throw new IOException(said);
        }
    }

    private static Optional<Refusal.Code> refusal(int status, Object errorCode) {
        return switch (status) {
            case 401 -> Optional.of(Refusal.Code.UNAUTHENTICATED);
            case 403 -> Optional.of(Refusal.Code.FORBIDDEN);
            case 413 -> Optional.of(Refusal.Code.TOO_LARGE);
            case 429 -> Optional.of(Refusal.Code.RATE_LIMITED);
            case 503 -> Optional.of(Refusal.Code.UNAVAILABLE);
            default ->
                Objects.equals(errorCode, INVALID_PARAMS)
                        ? Optional.of(Refusal.Code.INVALID_ARGUMENT)
                        : Optional.empty();
        };
    }

    /** What went wrong on the server's side is not the caller's to mend, and leaves it open whether a write happened. */
    private static void checkFailure(Map<String, Object> failure) throws IOException {
        String said = String.valueOf(failure.get("message"));
        Refusal.Code code = Arrays.stream(Refusal.Code.values())
                .filter(known -> known.wire().equals(failure.get("code")))
                .filter(known -> known != Refusal.Code.UNAVAILABLE)
                .findFirst()
                .orElseThrow(() -> new IOException(said));
        throw Refusal.told(
                code,
                said,
                text(failure, "field"),
                failure.get("allowed") instanceof List<?> allowed
                        ? allowed.stream().map(String::valueOf).toList()
                        : List.of(),
                text(failure, "closest"));
    }

    private static Optional<String> text(Map<String, Object> fields, String name) {
        return fields.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private Map<String, Object> object(Map<String, Object> fields, String name) throws IOException {
        if (fields.get(name) instanceof Map<?, ?> object) {
            return Json.asObject(object);
        }
        throw new IOException(
                "%s answered with something that is not an answer of MCP: no %s.".formatted(endpoint, name));
    }
}
