package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import ai.xray.tool.ToolReply;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LegacySseTest {
    private McpTestServer server;
    private McpClient sse;

    @BeforeEach
    void start() throws Exception {
        server = new McpTestServer(SampleTool.echo());
        sse = new McpClient(server.address().resolve("/sse"));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void clientOf2024ConnectsCallsAndIsToldOfChanges() throws Exception {
        var stream = sse.stream("GET", "", Map.of("Accept", "*/*"));
        McpClient messages = messages(stream);

        assertThat(messages.post(initialize("2024-11-05"), Map.of()).status()).isEqualTo(202);
        assertThat(Json.asObject(stream.message().get("result"))).containsEntry("protocolVersion", "2024-11-05");
        messages.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", Map.of());
        messages.post(
                McpClient.request(2L, "tools/call", Map.of("name", "echo", "arguments", Map.of("text", "hi"))),
                Map.of());
        assertThat(stream.message()).containsEntry("id", 2L).containsKey("result");
        server.servlet.addTool(SampleTool.named("another", _ -> ToolReply.text("ok")), Map.of());
        assertThat(stream.message()).containsEntry("method", "notifications/tools/list_changed");
    }

    @Test
    void nothingButInitializeIsAnsweredFirst() throws Exception {
        var stream = sse.stream("GET", "", Map.of());

        messages(stream).post(McpClient.request(1L, "tools/list", Map.of()), Map.of());

        assertThat(Json.asObject(stream.message().get("error"))).containsEntry("code", -32600L);
    }

    @Test
    void attack40StreamOfAnotherCallerDoesNotExist() throws Exception {
        var stream = sse.stream("GET", "", Map.of("Authorization", "alice"));
        McpClient messages = messages(stream);

        assertThat(messages.post(initialize("2024-11-05"), Map.of("Authorization", "bob"))
                        .status())
                .isEqualTo(404);
        assertThat(messages.post(initialize("2024-11-05"), Map.of("Authorization", "alice"))
                        .status())
                .isEqualTo(202);
    }

    @ParameterizedTest
    @CsvSource({"/sse, POST", "/sse, DELETE", "/sse/messages, GET"})
    void otherMethodsAreNotAllowed(String path, String method) throws Exception {
        var reply = new McpClient(server.address().resolve(path)).send(method, "", McpClient.usual());

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.header("Allow")).isNotEqualTo(method);
    }

    @Test
    void attack42WhoIsKeptOutIsKeptOutHereToo() throws Exception {
        server.servlet.setAuthenticator(_ -> {
            throw Refusal.of(Refusal.Code.FORBIDDEN, "Origin is not this server's.");
        });

        assertThat(sse.send("GET", "", McpClient.usual()).status()).isEqualTo(403);
        assertThat(new McpClient(server.address().resolve("/sse/messages?sessionId=x"))
                        .post(initialize("2024-11-05"), Map.of())
                        .status())
                .isEqualTo(403);
    }

    @Test
    void streamsAreBoundedAndEndWithTheServer() throws Exception {
        var first = sse.stream("GET", "", Map.of());
        messages(first);
        for (int i = 1; i < McpTestServer.LIMITS.streams(); i++) {
            messages(sse.stream("GET", "", Map.of()));
        }
        assertThat(sse.send("GET", "", McpClient.usual()).status()).isEqualTo(503);

        server.servlet.close();

        assertThat(first.next()).isEqualTo(McpClient.Lines.END);
    }

    private McpClient messages(McpClient.Lines stream) throws Exception {
        assertThat(stream.next()).isEqualTo("event: endpoint");
        String address = stream.next().substring("data: ".length());
        assertThat(address).startsWith("/sse/messages?sessionId=");
        return new McpClient(URI.create("http://" + server.address().getAuthority() + address));
    }

    private static String initialize(String version) {
        return McpClient.request(1L, "initialize", Map.of("protocolVersion", version, "capabilities", Map.of()));
    }
}
