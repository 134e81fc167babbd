package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.auth.Authenticator;
import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransportTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    private McpTestServer server;
    private McpClient client;

    @BeforeEach
    void start() throws Exception {
        server = new McpTestServer(SampleTool.echo());
        client = new McpClient(server.address());
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "{",
                "{\"jsonrpc\":\"2.0\",\"jsonrpc\":\"2.0\"}",
                "{\"id\":\"\\ud800\"}",
                "{} {}",
                "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
            })
    void bodyThatIsNotJsonIsAParseErrorWithoutId(String body) throws Exception {
        var reply = client.post(body, Map.of());

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo(-32700L);
        assertThat(reply.last()).doesNotContainKey("id");
    }

    @Test
    void emptyBodyIsAParseError() throws Exception {
        assertThat(client.post("", Map.of()).errorCode()).isEqualTo(-32700L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7",
                "\"text\"",
                "null",
                "{}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}",
                "{\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":\"text\"}"
            })
    void jsonThatIsNotAMessageIsAnInvalidRequest(String body) throws Exception {
        var reply = client.post(body, Map.of());

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo(-32600L);
    }

    @Test
    void idOfAnInvalidRequestIsEchoedWhereItCanBeRead() throws Exception {
        var reply = client.post("{\"jsonrpc\":\"2.0\",\"id\":\"abc\",\"method\":7}", Map.of());

        assertThat(reply.last()).containsEntry("id", "abc");
    }

    @Test
    void bodyAboveTheLimitIs413WhetherItsLengthIsToldOrNot() throws Exception {
        String large = "x".repeat(McpTestServer.LIMITS.requestBytes() + 1);
        var told = client.post(large, Map.of());
        var untold = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.address())
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(
                                        large.getBytes(java.nio.charset.StandardCharsets.UTF_8))))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(told.status()).isEqualTo(413);
        assertThat(told.errorCode()).isEqualTo(-32600L);
        assertThat(told.message()).contains("65537").contains("65536").contains("max-request-bytes");
        assertThat(untold.statusCode()).isEqualTo(413);
        assertThat(Json.asObject(Json.readObject(untold.body()).get("error"))).containsEntry("code", -32600L);
    }

    @Test
    void bodyAtTheLimitIsRead() throws Exception {
        String exact = PING + " ".repeat(McpTestServer.LIMITS.requestBytes() - PING.length());

        assertThat(client.post(exact, Map.of("Mcp-Session-Id", client.open("2025-11-25")))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "text/plain, 415",
        "application/json; charset=latin1, 415",
        "application/jsonp, 415",
        "application/json; charset=utf-8, 200",
        "Application/JSON;charset=\"UTF-8\", 200"
    })
    void contentTypeIsJsonInUtf8(String type, int status) throws Exception {
        var reply = client.post(PING, Map.of("Content-Type", type, "Mcp-Session-Id", client.open("2025-11-25")));

        assertThat(reply.status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/html | 406",
                "application/json;q=0, text/event-stream;q=0.0 | 406",
                "*/* | 200",
                "application/json | 200",
                "application/json;q=0.1 | 200"
            })
    void acceptIsReadLeniently(String accept, int status) throws Exception {
        var reply = client.post(PING, Map.of("Accept", accept, "Mcp-Session-Id", client.open("2025-11-25")));

        assertThat(reply.status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "OPTIONS", "HEAD", "TRACE"})
    void otherMethodsAreNotAllowed(String method) throws Exception {
        var reply = client.send(method, "", McpClient.usual());

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.header("Allow")).isEqualTo("GET, POST, DELETE");
    }

    @ParameterizedTest
    @EnumSource
    void refusalOfTheAuthenticatorIsTheStatusOfTheAnswer(Door door) throws Exception {
        server.servlet.setAuthenticator(_ -> {
            throw Refusal.of(door.code, "Not you.");
        });
        var reply = client.post("not even read", Map.of());

        assertThat(reply.status()).isEqualTo(door.status);
        assertThat(reply.message()).isEqualTo("Not you.");
        assertThat(Json.asObject(reply.error().get("data"))).containsEntry("code", door.code.wire());
        assertThat(reply.header("WWW-Authenticate")).isEqualTo(door.status == 401 ? "Bearer" : "");
    }

    enum Door {
        KEPT_OUT(Refusal.Code.FORBIDDEN, 403),
        UNKNOWN(Refusal.Code.UNAUTHENTICATED, 401),
        TOO_OFTEN(Refusal.Code.RATE_LIMITED, 429);

        final Refusal.Code code;
        final int status;

        Door(Refusal.Code code, int status) {
            this.code = code;
            this.status = status;
        }
    }

    @Test
    void withoutAuthenticatorNobodyComesInUntilThereIsOneAgain() throws Exception {
        Authenticator broken = _ -> {
            throw new IllegalStateException("secret detail");
        };
        server.servlet.setAuthenticator(broken);
        var failed = client.post(PING, Map.of());
        server.servlet.unsetAuthenticator(broken);
        var missing = client.post(PING, Map.of());

        assertThat(failed.status()).isEqualTo(500);
        assertThat(failed.http().body()).doesNotContain("secret");
        assertThat(missing.status()).isEqualTo(503);
        assertThat(missing.errorCode()).isEqualTo(-32603L);
    }

    @Test
    void replacedAuthenticatorDoesNotTakeItsSuccessorAlong() throws Exception {
        String session = client.open("2025-11-25");
        server.servlet.unsetAuthenticator(_ -> {
            throw new AssertionError("the old one");
        });

        assertThat(client.call(session, "ping", Map.of()).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "1023, 1, 1, 1, max-request-bytes",
        "-1, 1, 1, 1, max-request-bytes",
        "1024, 0, 1, 1, mcp-max-sessions",
        "1024, 1, 0, 1, mcp-session-idle-minutes",
        "1024, 1, 10081, 1, mcp-session-idle-minutes",
        "1024, 1, 1, 100001, mcp-max-streams"
    })
    void settingOutOfItsBoundsIsRefusedByName(int bytes, int sessions, int idle, int streams, String setting) {
        assertThatThrownBy(() -> new McpServlet.Limits(bytes, sessions, Duration.ofMinutes(idle), streams))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith(setting + ": ")
                .hasMessageContaining("allowed:");
    }
}
