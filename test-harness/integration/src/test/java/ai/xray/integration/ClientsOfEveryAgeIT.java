package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.Http;
import ai.xray.harness.McpClient;
import ai.xray.harness.ServerProcess;
import ai.xray.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ClientsOfEveryAgeIT {
    private static final String LIST_TOOLS = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}";
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\","
            + "\"params\":{\"name\":\"list_memory\",\"arguments\":{}}}";

    @TempDir
    private static Path dataDir;

    private static ServerProcess server;
    private static Http http;

    @BeforeAll
    static void start() throws Exception {
        server = Distribution.built().serve(dataDir);
        http = new Http(server.baseUri());
    }

    @AfterAll
    static void stop() {
        http.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void theNewestRevisionOfEachEraListsAndCalls(Era era) throws IOException {
        try (McpClient client = McpClient.connect(server.baseUri(), era)) {
            assertThat(client.toolNames()).contains("list_memory").isEqualTo(client.toolNames());
            assertThat(client.callTool("list_memory", Map.of())).isNotEmpty();
        }
    }

    @Test
    void everyToolTellsAModelWhatItIs() throws IOException {
        try (McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            assertThat(client.tools())
                    .allSatisfy(tool -> assertThat(tool)
                            .containsKeys("title", "description", "inputSchema", "outputSchema", "annotations"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    void aSpokenSessionRevisionIsServedAsAskedFor(String revision) throws IOException {
        HttpResponse<String> initialized = initialize(revision, "application/json, text/event-stream");
        assertThat(result(initialized)).containsEntry("protocolVersion", revision);
        requireServed(initialized, Map.of("MCP-Protocol-Version", revision));
    }

    @ParameterizedTest
    @CsvSource({"2024-11-05", "2031-01-01", "2026-07-28"})
    void anotherRevisionIsAnsweredWithASpokenOneOfTheSessionEra(String revision) throws IOException {
        HttpResponse<String> initialized = initialize(revision, "application/json, text/event-stream");
        assertThat(result(initialized).get("protocolVersion")).isIn("2025-11-25", "2025-06-18", "2025-03-26");
    }

    @Test
    void aClientThatTakesAnythingIsServed() throws IOException {
        HttpResponse<String> initialized = initialize("2025-06-18", "*/*");
        requireServed(initialized, Map.of("Accept", "*/*", "MCP-Protocol-Version", "2025-06-18"));
    }

    @Test
    void aSessionWithoutTheVersionHeaderIsServed() throws IOException {
        requireServed(initialize("2025-03-26", "application/json, text/event-stream"), Map.of());
    }

    @Test
    void aStatelessCallOfAnUnknownRevisionIsToldWhichAreSpoken() throws IOException {
        HttpResponse<String> response = http.post(
                "/mcp",
                headers(Map.of("MCP-Protocol-Version", "2031-01-01", "Mcp-Method", "tools/list")),
                Json.write(Map.of(
                        "jsonrpc",
                        "2.0",
                        "id",
                        1,
                        "method",
                        "tools/list",
                        "params",
                        Map.of("_meta", meta("2031-01-01")))));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        Map<String, Object> error =
                Json.asObject(Json.readObject(response.body()).get("error"));
        assertThat(error).containsEntry("code", -32022L);
        Map<String, Object> data = Json.asObject(error.get("data"));
        assertThat(data).containsEntry("requested", "2031-01-01");
        assertThat((List<?>) data.get("supported")).asString().contains("2026-07-28");
    }

    private static Map<String, Object> meta(String revision) {
        return Map.of(
                "io.modelcontextprotocol/protocolVersion", revision,
                "io.modelcontextprotocol/clientInfo", Map.of("name", "xray-harness", "version", "0.1.0"),
                "io.modelcontextprotocol/clientCapabilities", Map.of());
    }

    private static HttpResponse<String> initialize(String revision, String accept) throws IOException {
        Map<String, Object> params = Map.of(
                "protocolVersion", revision,
                "capabilities", Map.of(),
                "clientInfo", Map.of("name", "xray-harness", "version", "0.1.0"));
        return http.post(
                "/mcp",
                headers(Map.of("Accept", accept)),
                Json.write(Map.of("jsonrpc", "2.0", "id", 1, "method", "initialize", "params", params)));
    }

    private static void requireServed(HttpResponse<String> initialized, Map<String, String> headers)
            throws IOException {
        Map<String, String> all = headers(headers);
        all.put(
                "Mcp-Session-Id",
                initialized.headers().firstValue("Mcp-Session-Id").orElseThrow());
        HttpResponse<String> acknowledged =
                http.post("/mcp", all, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertThat(acknowledged.statusCode()).isEqualTo(202);
        assertThat(result(http.post("/mcp", all, LIST_TOOLS)).get("tools"))
                .asString()
                .contains("list_memory");
        assertThat(result(http.post("/mcp", all, CALL))).containsKey("structuredContent");
    }

    private static Map<String, String> headers(Map<String, String> more) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "application/json, text/event-stream");
        headers.putAll(more);
        return headers;
    }

    /** The result in the last message of an answer, be it plain JSON or an event stream. */
    private static Map<String, Object> result(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        String text = response.body()
                .lines()
                .filter(line -> line.startsWith("data:"))
                .map(line -> line.substring("data:".length()).strip())
                .filter(line -> !line.isEmpty())
                .reduce(response.body(), (earlier, later) -> later);
        return Json.asObject(Json.readObject(text).get("result"));
    }
}
