package ai.xray.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A strict client is worth nothing unless it notices: here a server answers what it is told to. */
class McpClientTest {
    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";
    private static final String INFO =
            "\"resultType\":\"complete\",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";
    private static final String DISCOVERED =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"supportedVersions\":[\"2026-07-28\"],"
                    + "\"capabilities\":{\"tools\":{}},\"ttlMs\":0,\"cacheScope\":\"public\"," + INFO + "}}";
    private static final String ANSWERED = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":"
            + "[{\"type\":\"text\",\"text\":\"{}\"}],\"structuredContent\":{\"a\":1}," + INFO + "}}";

    private HttpServer server;
    private McpClient client;
    private int status = 200;
    private String type = JSON;
    private String body = DISCOVERED;
    private boolean session;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", this::answer);
        server.start();
        client = McpClient.connect(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), Era.STATELESS);
        body = ANSWERED;
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void aCorrectAnswerIsTaken() throws IOException {
        assertThat(client.callTool("t", Map.of())).containsEntry("a", 1L);
    }

    @Test
    void aCorrectStreamIsTaken() throws IOException {
        type = EVENTS;
        body = ": hello\n\nid: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}\n\n"
                + "event: message\ndata: " + ANSWERED + "\n\n";
        assertThat(client.callTool("t", Map.of())).containsEntry("a", 1L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "data: {}",
                "data: {}\n\n",
                "event: other\ndata: {}\n\n",
                "daat: {}\n\n",
                "data: {\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}\n\n",
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n",
            })
    void aWrongStreamIsNoticed(String stream) {
        type = EVENTS;
        body = stream;
        requireViolation();
    }

    @Test
    void aMessageAfterTheResponseIsNoticed() {
        type = EVENTS;
        body = "data: " + ANSWERED + "\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n";
        requireViolation();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"jsonrpc\":\"2.0\" -> \"jsonrpc\":\"1.0\"",
                "\"id\":2 -> \"id\":3",
                "\"id\":2 -> \"id\":\"2\"",
                "\"id\":2 -> \"id\":2,\"extra\":1",
                "\"resultType\":\"complete\" -> \"resultType\":\"other\"",
                "\"version\":\"1\" -> \"v\":1",
                "\"text\":\"{}\" -> \"text\":\"\"",
                "\"structuredContent\":{\"a\":1} -> \"other\":1",
                "{\"jsonrpc\" -> {{\"jsonrpc\"",
            })
    void aWrongAnswerIsNoticed(String change) {
        String[] parts = change.split(" -> ", 2);
        assertThat(ANSWERED).contains(parts[0]);
        body = ANSWERED.replace(parts[0], parts[1]);
        requireViolation();
    }

    @Test
    void aWrongMediaTypeIsNoticed() {
        type = "text/html";
        requireViolation();
    }

    @Test
    void aResultWithAnotherStatusIsNoticed() {
        status = 400;
        requireViolation();
    }

    @Test
    void aSessionThatWasNotAskedForIsNoticed() {
        session = true;
        requireViolation();
    }

    @Test
    void anErrorOfTheProtocolIsTold() {
        status = 404;
        body = "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,\"message\":\"No such method.\"}}";
        assertThatExceptionOfType(Rejected.class)
                .isThrownBy(() -> client.callTool("t", Map.of()))
                .withMessage("No such method.")
                .satisfies(rejected -> {
                    assertThat(rejected.status()).isEqualTo(404);
                    assertThat(rejected.code()).isEqualTo(-32601);
                });
    }

    @Test
    void anErrorOfTheToolIsTold() {
        body = ANSWERED.replace("\"structuredContent\"", "\"isError\":true,\"structuredContent\"");
        assertThatExceptionOfType(ToolError.class)
                .isThrownBy(() -> client.callTool("t", Map.of()))
                .satisfies(error -> assertThat(error.structured()).containsEntry("a", 1L));
    }

    private void requireViolation() {
        assertThatExceptionOfType(ProtocolViolation.class).isThrownBy(() -> client.callTool("t", Map.of()));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", type);
            if (session) {
                exchange.getResponseHeaders().set("Mcp-Session-Id", "s1");
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
