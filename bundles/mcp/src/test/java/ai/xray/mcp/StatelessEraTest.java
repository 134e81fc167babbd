package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.json.Json;
import ai.xray.tool.Schema;
import ai.xray.tool.ToolReply;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatelessEraTest {
    private static final Map<String, Object> ECHO = Map.of("name", "echo", "arguments", Map.of("text", "hi"));

    private McpTestServer server;
    private McpClient client;

    @BeforeEach
    void start() throws Exception {
        server = new McpTestServer(
                SampleTool.echo(),
                SampleTool.named("talkative", invocation -> {
                    invocation.progress(1, OptionalDouble.empty(), "going");
                    invocation.log("info", "test", "line");
                    return ToolReply.text("ok");
                }),
                SampleTool.of(
                        "routed",
                        Schema.object()
                                .optional("region", Schema.string("Where.").with("x-mcp-header", "Region"))
                                .optional("shard", Schema.integer("Which.").with("x-mcp-header", "Shard"))
                                .build(),
                        Optional.empty(),
                        Optional.empty(),
                        _ -> ToolReply.text("ok")));
        client = new McpClient(server.address());
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void discoverTellsVersionsCapabilitiesAndWhoAnswers() throws Exception {
        var reply = client.stateless("server/discover", Map.of());

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.result())
                .containsEntry("resultType", "complete")
                .containsEntry("supportedVersions", Protocol.VERSIONS)
                .containsEntry("cacheScope", "private")
                .containsKeys("ttlMs", "instructions", "capabilities");
        assertThat(Json.asObject(Json.asObject(reply.result().get("_meta")).get("io.modelcontextprotocol/serverInfo")))
                .containsEntry("name", "x-ray");
        assertThat(reply.header("Mcp-Session-Id")).isEmpty();
    }

    @Test
    void listingIsInTheOrderOfNamesAndCacheable() throws Exception {
        var reply = client.stateless("tools/list", Map.of());

        assertThat((List<?>) reply.result().get("tools"))
                .extracting(tool -> Json.asObject(tool).get("name"))
                .containsExactly("echo", "routed", "talkative");
        assertThat(reply.result()).containsEntry("cacheScope", "private").containsEntry("ttlMs", 60_000L);
        assertThat(client.stateless("tools/list", Map.of()).http().body())
                .isEqualTo(reply.http().body());
    }

    @Test
    void callAnswersStructuredContentAndItsTextTwin() throws Exception {
        var reply = client.stateless("tools/call", ECHO);

        assertThat(reply.result())
                .containsEntry("resultType", "complete")
                .containsEntry("structuredContent", Map.of("text", "hi"))
                .containsEntry("isError", false)
                .doesNotContainKey("ttlMs");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}",
                "{'_meta':{}}",
                "{'_meta':{'io.modelcontextprotocol/clientCapabilities':{}}}",
                "{'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28'}}",
                "{'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
                        + "'io.modelcontextprotocol/clientCapabilities':[]}}",
                "{'_meta':{'io.modelcontextprotocol/protocolVersion':20260728,"
                        + "'io.modelcontextprotocol/clientCapabilities':{}}}"
            })
    void incompleteMetaIsInvalidParamsWith400(String params) throws Exception {
        var reply = client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools/list\",\"params\":" + params.replace('\'', '"')
                        + "}",
                McpClient.statelessHeaders("tools/list", Map.of()));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo(-32602L);
        assertThat(reply.last()).containsEntry("id", "x");
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "MCP-Protocol-Version, 2025-11-25",
                "MCP-Protocol-Version, ''",
                "Mcp-Method, tools/list",
                "Mcp-Method, TOOLS/CALL",
                "Mcp-Method, ''",
                "Mcp-Name, other",
                "Mcp-Name, ''",
                "Mcp-Name, =?base64?ZWNobw?=",
                "Mcp-Name, =?base64?####?=",
                "Mcp-Name, =?base64?/w==?="
            })
    void headerThatDiffersFromTheBodyOrIsMissingIsAMismatch(String header, String value) throws Exception {
        Map<String, String> headers = McpClient.statelessHeaders("tools/call", ECHO);
        headers.remove(header);
        if (!value.isEmpty()) {
            headers.put(header, value);
        }
        var reply = client.post(McpClient.request(1L, "tools/call", McpClient.withMeta(ECHO)), headers);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo(-32020L);
        assertThat(reply.message()).contains(header);
    }

    @Test
    void encodedNameIsDecodedBeforeItIsCompared() throws Exception {
        String encoded =
                "=?base64?" + Base64.getEncoder().encodeToString("echo".getBytes(StandardCharsets.UTF_8)) + "?=";

        assertThat(client.stateless("tools/call", ECHO, Map.of("Mcp-Name", encoded))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "us-west, us-west, 1, 1, 200",
        "us-west, us-west, 1, 1.0, 200",
        "us-west, us-east, 1, 1, 400",
        "us-west, us-west, 1, one, 400",
        "us-west, '', 1, 1, 400",
        "'', us-west, 1, 1, 400",
        "'', '', '', '', 200"
    })
    void argumentsThatAToolWantsInHeadersAreCompared(
            String region, String regionHeader, String shard, String shardHeader, int status) throws Exception {
        Map<String, Object> arguments = new java.util.LinkedHashMap<>();
        Map<String, String> headers = new java.util.LinkedHashMap<>();
        if (!region.isEmpty()) {
            arguments.put("region", region);
        }
        if (!shard.isEmpty()) {
            arguments.put("shard", Long.valueOf(shard));
        }
        if (!regionHeader.isEmpty()) {
            headers.put("Mcp-Param-Region", regionHeader);
        }
        if (!shardHeader.isEmpty()) {
            headers.put("Mcp-Param-Shard", shardHeader);
        }
        var reply = client.stateless("tools/call", Map.of("name", "routed", "arguments", arguments), headers);

        assertThat(reply.status()).isEqualTo(status);
        if (status == 400) {
            assertThat(reply.errorCode()).isEqualTo(-32020L);
        }
    }

    @Test
    void unknownVersionIsRefusedWithTheOnesSpoken() throws Exception {
        var reply = version("2099-01-01");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo(-32022L);
        assertThat(reply.error())
                .containsEntry("data", Map.of("supported", Protocol.VERSIONS, "requested", "2099-01-01"));
    }

    @Test
    void sessionRevisionWithoutItsHandshakeIsRefusedWithTheOneThatNeedsNone() throws Exception {
        assertThat(version("2025-11-25").error())
                .containsEntry("data", Map.of("supported", List.of("2026-07-28"), "requested", "2025-11-25"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "ping", "logging/setLevel", "resources/subscribe", "tasks/get", "nonsense"})
    void methodThatIsNotThereIs404(String method) throws Exception {
        var reply = client.stateless(method, Map.of());

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.errorCode()).isEqualTo(-32601L);
        assertThat(reply.last()).containsEntry("id", 7L);
    }

    @Test
    void unknownToolIsInvalidParamsWithTheClosestName() throws Exception {
        var reply = client.stateless("tools/call", Map.of("name", "echoo"));

        assertThat(reply.errorCode()).isEqualTo(-32602L);
        assertThat(reply.message()).isEqualTo("Unknown tool: 'echoo'. Did you mean 'echo'?");
    }

    @Test
    void logLinesAreSentOnlyToRequestsThatAskForThem() throws Exception {
        var silent = client.stateless("tools/call", Map.of("name", "talkative"));
        var asking = client.stateless(
                "tools/call",
                Map.of(
                        "name",
                        "talkative",
                        "_meta",
                        Map.of("io.modelcontextprotocol/logLevel", "info", "progressToken", 3L)));

        assertThat(silent.header("Content-Type")).isEqualTo("application/json");
        assertThat(asking.messages())
                .extracting(message -> message.get("method"))
                .containsExactly("notifications/progress", "notifications/message", null);
    }

    @Test
    void unknownLogLevelIsInvalidParams() throws Exception {
        var reply = client.stateless("tools/list", Map.of("_meta", Map.of("io.modelcontextprotocol/logLevel", "loud")));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo(-32602L);
    }

    @Test
    void notificationsAreAcceptedAndResponsesAreNot() throws Exception {
        Map<String, String> headers = Map.of("MCP-Protocol-Version", "2026-07-28");

        assertThat(client.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/any\"}", headers)
                        .status())
                .isEqualTo(202);
        assertThat(client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", headers)
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "DELETE"})
    void methodsOfTheSessionTransportAreNotAllowed(String method) throws Exception {
        Map<String, String> headers = McpClient.usual();
        headers.put("MCP-Protocol-Version", "2026-07-28");
        var reply = client.send(method, "", headers);

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.header("Allow")).isEqualTo("POST");
    }

    private McpClient.Reply version(String version) throws Exception {
        return client.stateless(
                "tools/list",
                Map.of("_meta", Map.of("io.modelcontextprotocol/protocolVersion", version)),
                Map.of("MCP-Protocol-Version", version));
    }
}
