package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.auth.AccessRequest;
import ai.xray.memory.Refusal;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The lines of the list of attacks that are about this protocol, by their numbers. 40 and 41 are in {@link AskingTest} and
 * {@link LegacySseTest} too, where there is something to steal.
 */
class AttacksTest {
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
    @ValueSource(strings = {"access_token", "token", "Authorization"})
    void attack30TokenInTheQueryIsNoCredential(String parameter) throws Exception {
        AtomicReference<AccessRequest> seen = new AtomicReference<>();
        server.servlet.setAuthenticator(request -> {
            seen.set(request);
            throw Refusal.of(Refusal.Code.UNAUTHENTICATED, "No credential.");
        });

        var reply =
                new McpClient(URI.create(server.address() + "?" + parameter + "=Bearer%20secret")).post(PING, Map.of());

        assertThat(reply.status()).isEqualTo(401);
        assertThat(seen.get().authorization()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"POST, 404", "GET, 404", "DELETE, 404"})
    void attack40SessionOfAnotherCallerDoesNotExist(String method, int status) throws Exception {
        String alices = client.open("2025-11-25", Map.of("Authorization", "alice"));
        Map<String, String> asBob = McpClient.usual();
        asBob.putAll(Map.of("Mcp-Session-Id", alices, "Authorization", "bob"));

        var reply = client.send(method, method.equals("POST") ? PING : "", asBob);

        assertThat(reply.status()).isEqualTo(status);
        assertThat(client.post(PING, Map.of("Mcp-Session-Id", alices, "Authorization", "alice"))
                        .status())
                .as("it is still there for its owner")
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mcp", "/sse", "/sse/messages"})
    void attack42HostAndOriginReachWhoDecidesBeforeAnythingIsRead(String path) throws Exception {
        AtomicReference<AccessRequest> seen = new AtomicReference<>();
        server.servlet.setAuthenticator(request -> {
            seen.set(request);
            throw Refusal.of(Refusal.Code.FORBIDDEN, "Origin is not this server's.");
        });

        var reply = new McpClient(server.address().resolve(path))
                .send(path.equals("/sse") ? "GET" : "POST", "", Map.of("Origin", "https://evil.example"));

        assertThat(reply.status()).isEqualTo(403);
        assertThat(seen.get().origin()).contains("https://evil.example");
        assertThat(seen.get().host()).contains(server.address().getAuthority());
    }

    @Test
    void attack43FloodOfInitializePushesOutTheFloodersOwnSessionsFirst() throws Exception {
        String alices = client.open("2025-11-25", Map.of("Authorization", "alice"));
        for (int i = 0; i < McpTestServer.LIMITS.sessions() * 3; i++) {
            client.open("2025-11-25", Map.of("Authorization", "flooder"));
        }

        assertThat(client.post(PING, Map.of("Mcp-Session-Id", alices, "Authorization", "alice"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void attack43InitializeOfWhoIsNotLetInOpensNothing() throws Exception {
        server.servlet.setAuthenticator(_ -> {
            throw Refusal.of(Refusal.Code.UNAUTHENTICATED, "No credential.");
        });

        var reply = client.post(McpClient.request(1L, "initialize", Map.of("protocolVersion", "2025-11-25")), Map.of());

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.header("Mcp-Session-Id")).isEmpty();
    }

    @Test
    void attack44DeepDuplicateHugeAndBatchedBodiesAreRefused() throws Exception {
        String deep = "{\"a\":".repeat(200) + "1" + "}".repeat(200);
        String twice = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"method\":\"tools/list\"}";
        String huge = "\"" + "x".repeat(McpTestServer.LIMITS.requestBytes()) + "\"";
        Map<String, String> session = Map.of("Mcp-Session-Id", client.open("2025-11-25"));

        assertThat(client.post(deep, session).errorCode()).isEqualTo(-32700L);
        assertThat(client.post(twice, session).errorCode()).isEqualTo(-32700L);
        assertThat(client.post(huge, session).status()).isEqualTo(413);
        assertThat(client.post("[" + PING + "]", session).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "other, -32020",
        "=?base64?b3RoZXI=?=, -32020",
        "=?base64?!!!?=, -32020",
        "=?base64?ZWNobw==?=, 0",
        "ECHO, -32020",
        "echo, 0"
    })
    void attack45NameInTheHeaderHasToBeTheOneInTheBody(String header, long code) throws Exception {
        Map<String, Object> params = Map.of("name", "echo", "arguments", Map.of("text", "hi"));

        var reply = client.stateless("tools/call", params, Map.of("Mcp-Name", header));

        assertThat(reply.status()).isEqualTo(code == 0 ? 200 : 400);
        assertThat(reply.last().containsKey("error")).isEqualTo(code != 0);
        if (code != 0) {
            assertThat(reply.errorCode()).isEqualTo(code);
        }
    }

    @Test
    void attack45AddressInTheHeaderHasToBeTheOneInTheBody() throws Exception {
        Map<String, Object> params = Map.of("uri", "test://a");
        Map<String, String> headers = new LinkedHashMap<>(McpClient.statelessHeaders("resources/read", params));
        headers.put("Mcp-Name", "test://b");

        assertThat(client.stateless("resources/read", params, headers).errorCode())
                .isEqualTo(-32020L);
    }
}
