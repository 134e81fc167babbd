package ai.xray.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import ai.xray.json.Json;
import ai.xray.memory.AgentMemory;
import ai.xray.memory.Refusal;
import ai.xray.memory.SearchRequest;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What servers answer that are not at their best, or not X-Ray at all. */
class XRayClientTest {
    private static final String FOUND = """
            {"results": [], "mode": "lexical", "limit": 10}""";

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<Headers> asked = new AtomicReference<>();
    private HttpServer server;
    private XRayClient client;

    private interface Answer {
        String to(Object id) throws InterruptedException;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
        client = XRayClient.connect(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
                .timeout(Duration.ofSeconds(20));
    }

    @AfterEach
    void stop() {
        over.countDown();
        client.close();
        server.stop(0);
        threads.close();
    }

    private AgentMemory answering(int status, String type, Answer answer) {
        server.createContext("/mcp", exchange -> {
            asked.set(exchange.getRequestHeaders());
            Object id = Json.readObject(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8))
                    .get("id");
            byte[] body;
            try {
                body = answer.to(id).getBytes(StandardCharsets.UTF_8);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/mcp");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        return client.memory();
    }

    private static String result(Object id, String structured, boolean error) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"structuredContent\":%s,\"isError\":%s}}"
                .formatted(id, structured, error);
    }

    private static Throwable failure(AgentMemory memory) {
        return catchThrowable(() -> memory.search(SearchRequest.of("anything")));
    }

    @Test
    void headersSayWhatTheBodySaysAndWhoAsks() throws IOException {
        answering(200, "application/json", id -> result(id, FOUND, false));
        client.bearer("xk-123").memory().search(SearchRequest.of("anything"));
        assertThat(asked.get())
                .containsEntry("Mcp-method", List.of("tools/call"))
                .containsEntry("Mcp-name", List.of("search_memory"))
                .containsEntry("Mcp-protocol-version", List.of("2026-07-28"))
                .containsEntry("Authorization", List.of("Bearer xk-123"));
    }

    @Test
    void anAnswerAmongEventsIsTaken() throws IOException {
        AgentMemory memory = answering(
                200,
                "text/event-stream",
                id ->
                        ": hello\r\n\r\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n"
                                + "id: 7\ndata: " + result(id, FOUND, false) + "\n\n");
        assertThat(memory.search(SearchRequest.of("anything")).mode()).isEqualTo("lexical");
    }

    @ParameterizedTest
    @CsvSource({
        "401, UNAUTHENTICATED",
        "403, FORBIDDEN",
        "413, TOO_LARGE",
        "429, RATE_LIMITED",
        "503, UNAVAILABLE",
    })
    void whatTheDoorRefusesIsRefused(int status, Refusal.Code code) {
        Throwable thrown = failure(answering(
                status,
                "application/json",
                _ -> "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"No, because.\"}}"));
        assertThat(thrown).isInstanceOf(Refusal.class).hasMessage("No, because.");
        assertThat(((Refusal) thrown).code()).isEqualTo(code);
    }

    @Test
    void aRefusalKeepsAllThatItTells() {
        Throwable thrown = failure(answering(200, "application/json", id -> result(id, """
                        {"code": "invalid_argument", "message": "kind: is odd.", "field": "kind", "allowed": ["note"],
                        "closest": "note"}""", true)));
        assertThat(thrown).isInstanceOf(Refusal.class).hasMessage("kind: is odd.");
        Refusal refusal = (Refusal) thrown;
        assertThat(refusal.field()).contains("kind");
        assertThat(refusal.allowed()).containsExactly("note");
        assertThat(refusal.closest()).contains("note");
    }

    @ParameterizedTest
    @ValueSource(strings = {"unavailable", "internal", "something_new"})
    void whatFailsOnTheServerIsAFailure(String code) {
        assertThat(failure(answering(
                        200,
                        "application/json",
                        id -> result(id, Json.write(Map.of("code", code, "message", "Oh.")), true))))
                .isInstanceOf(IOException.class)
                .hasMessage("Oh.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>Welcome</html>",
                "[]",
                "{}",
                "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"structuredContent\":{\"results\":[{\"id\":1}],\"mode\":\"x\",\"limit\":1}}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"structuredContent\":{\"results\":\"none\",\"mode\":\"x\",\"limit\":1}}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"structuredContent\":{\"results\":[],\"mode\":7,\"limit\":1}}}",
            })
    void somethingElseThanAnAnswerIsAFailure(String body) {
        assertThat(failure(answering(200, "application/json", _ -> body))).isInstanceOf(IOException.class);
    }

    @Test
    void aRedirectIsNotFollowedWithTheCredential() {
        assertThat(failure(answering(302, "application/json", _ -> "")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("302");
    }

    @Test
    void aSlowServerIsAFailure() {
        AgentMemory slow = answering(200, "application/json", id -> {
            over.await();
            return result(id, FOUND, false);
        });
        assertThat(slow).isNotNull();
        assertThat(failure(client.timeout(Duration.ofMillis(50)).memory())).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://host", "host:80", "/mcp", "http:///mcp"})
    void onlyTheUrlOfAHostIsTaken(String url) {
        assertThatThrownBy(() -> XRayClient.connect(URI.create(url)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("url");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "line\r\nX-Evil: 1", "ключ"})
    void aCredentialCannotAddHeaders(String credential) {
        assertThatThrownBy(() -> client.bearer(credential))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bearer");
    }

    @Test
    void anAbsentSubjectIsNotSent() throws IOException {
        assertThat(new Arguments()
                        .put("subject", Optional.empty())
                        .put("flag", false)
                        .fields())
                .isEmpty();
    }
}
