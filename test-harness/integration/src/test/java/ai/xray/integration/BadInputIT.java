package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.Http;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.Rejected;
import ai.xray.harness.ServerProcess;
import ai.xray.harness.ToolError;
import ai.xray.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a running server answers to requests that it cannot serve. After each of them nothing is stored. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class BadInputIT {
    private static final int MEBIBYTE = 1024 * 1024;
    private static final int CONTENT_LIMIT = 64 * 1024;

    @TempDir
    private static Path dataDir;

    private static ServerProcess server;
    private static Http http;
    private static McpClient client;

    @BeforeAll
    static void start() throws Exception {
        server = Distribution.built().serve(dataDir);
        http = new Http(server.baseUri());
        client = McpClient.connect(server.baseUri(), Era.STATELESS);
    }

    @AfterAll
    static void stop() {
        client.close();
        http.close();
        server.close();
    }

    @AfterEach
    void nothingIsStored() throws IOException {
        assertThat(new MemoryTools(client).list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "nonsense",
                "\"text\"",
                "[]",
                "{}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"initialize\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"initialize\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":[]}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"initialize\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}} trailing",
            })
    void whatIsNoJsonRpcRequestIsRefused(String body) throws IOException {
        requireProtocolError(http.post("/mcp", headers(Map.of()), body), 400);
    }

    @Test
    void deeplyNestedJsonIsRefused() throws IOException {
        String deep = "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000);
        requireProtocolError(http.post("/mcp", headers(Map.of()), deep), 400);
    }

    @Test
    void aBodyOverTheLimitIsRefusedWithTheLimit() throws IOException {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"x\":\"%s\"}}"
                .formatted("x".repeat(MEBIBYTE));
        HttpResponse<String> answer = http.post("/mcp", headers(Map.of()), body);
        assertThat(answer.statusCode()).isEqualTo(413);
        Sentences.requireSentence(answer.body(), String.valueOf(MEBIBYTE));
    }

    @Test
    void anotherMediaTypeIsRefused() throws IOException {
        Map<String, String> headers = headers(Map.of());
        headers.put("Content-Type", "text/plain");
        HttpResponse<String> answer = http.post("/mcp", headers, initialize());
        assertThat(answer.statusCode()).isEqualTo(415);
        Sentences.requireSentence(answer.body(), "application/json");
    }

    @Test
    void aRequestOutsideOfASessionIsRefused() throws IOException {
        String list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
        Map<String, String> headers = headers(Map.of("MCP-Protocol-Version", "2025-11-25"));
        requireProtocolError(http.post("/mcp", headers, list), 400);
        headers.put("Mcp-Session-Id", "never-given");
        requireProtocolError(http.post("/mcp", headers, list), 404);
    }

    @Test
    void aVersionThatIsNotSpokenIsRefusedWithinASession() throws IOException {
        HttpResponse<String> initialized = http.post("/mcp", headers(Map.of()), initialize());
        Map<String, String> headers = headers(Map.of("MCP-Protocol-Version", "1999-01-01"));
        headers.put(
                "Mcp-Session-Id",
                initialized.headers().firstValue("Mcp-Session-Id").orElseThrow());
        HttpResponse<String> answer =
                http.post("/mcp", headers, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
        requireProtocolError(answer, 400);
        assertThat(answer.body()).contains("1999-01-01", "2025-11-25");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"})
    void aHeaderThatContradictsTheBodyIsRefused(String header) throws IOException {
        Map<String, String> headers = headers(
                Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "list_memory"));
        headers.put(header, header.equals("MCP-Protocol-Version") ? "2025-11-25" : "delete_memory");
        Map<String, Object> meta = Map.of(
                "io.modelcontextprotocol/protocolVersion", "2026-07-28",
                "io.modelcontextprotocol/clientInfo", Map.of("name", "xray-harness", "version", "0.1.0"),
                "io.modelcontextprotocol/clientCapabilities", Map.of());
        Map<String, Object> params = Map.of("name", "list_memory", "arguments", Map.of(), "_meta", meta);
        HttpResponse<String> answer = http.post(
                "/mcp",
                headers,
                Json.write(Map.of("jsonrpc", "2.0", "id", 1, "method", "tools/call", "params", params)));
        assertThat(requireProtocolError(answer, 400)).isEqualTo(-32020L);
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void anUnknownToolIsAnErrorOfTheProtocolThatNamesIt(Era era) throws IOException {
        try (McpClient other = McpClient.connect(server.baseUri(), era)) {
            assertThatExceptionOfType(Rejected.class)
                    .isThrownBy(() -> other.callTool("serch_memory", Map.of()))
                    .satisfies(unknown -> {
                        assertThat(unknown.code()).isEqualTo(-32602);
                        Sentences.requireSentence(unknown.getMessage(), "serch_memory", "search_memory");
                    });
        }
    }

    /** JSON can write what no text holds, and no tool gets to see it. */
    @ParameterizedTest
    @ValueSource(strings = {"\\uD83D", "x\\uDE00y", "\\uD83D\\u0041", "\\uDE00\\uD83D"})
    void halfOfASurrogatePairIsRefusedWhateverItIsFor(String escaped) throws IOException {
        for (Map<String, Object> tool : client.tools()) {
            Object arguments = Json.asObject(tool.get("inputSchema")).get("properties");
            for (String argument : Json.asObject(arguments).keySet()) {
                String body = """
                        {"jsonrpc":"2.0","id":1,"method":"tools/call",\
                        "params":{"name":"%s","arguments":{"%s":"%s"}}}""".formatted(tool.get("name"), argument, escaped);
                HttpResponse<String> answer = http.post("/mcp", headers(Map.of()), body);
                requireProtocolError(answer, 400);
                Sentences.requireSentence(answer.body(), "surrogate");
            }
        }
    }

    static Stream<Arguments> argumentsThatAreWrong() {
        return Stream.of(
                arguments("upsert_memory", Map.of(), "kind"),
                arguments("upsert_memory", note("kind", "fact"), "kind"),
                arguments("upsert_memory", note("kind", "episodic"), "kind"),
                arguments("upsert_memory", note("kind", 7), "kind"),
                arguments("upsert_memory", note("title", ""), "title"),
                arguments("upsert_memory", note("title", "x".repeat(301)), "title"),
                arguments("upsert_memory", note("title", 5), "title"),
                arguments("upsert_memory", note("content", "x".repeat(CONTENT_LIMIT + 1)), "content"),
                arguments("upsert_memory", note("id", "a\u0000b"), "id"),
                arguments("upsert_memory", note("id", "x".repeat(201)), "id"),
                arguments("upsert_memory", note("scope", "secret"), "scope"),
                arguments("upsert_memory", note("scope", "private"), "subject"),
                arguments("upsert_memory", note("confidence", 0.9), "confidence"),
                arguments("upsert_memory", note("kind", "stable_fact"), "confidence"),
                arguments("upsert_memory", note("tags", "one"), "tags"),
                arguments("upsert_memory", note("stale_after", "tomorrow"), "stale_after"),
                arguments("upsert_memory", note("data", "text"), "data"),
                arguments("search_memory", Map.of(), "query"),
                arguments("search_memory", Map.of("query", "a", "limit", 0), "limit"),
                arguments("search_memory", Map.of("query", "a", "limit", -1), "limit"),
                arguments("search_memory", Map.of("query", "a", "limit", 1.5), "limit"),
                arguments("search_memory", Map.of("query", "a", "limit", "abc"), "limit"),
                arguments("list_memory", Map.of("kind", "fact"), "kind"),
                arguments("list_memory", Map.of("cursor", "made up"), "cursor"),
                arguments("get_memory", Map.of("id", 5), "id"));
    }

    @ParameterizedTest
    @MethodSource("argumentsThatAreWrong")
    void aWrongArgumentIsAnErrorThatAModelCanActOn(String tool, Map<String, Object> arguments, String field) {
        assertThatExceptionOfType(ToolError.class)
                .isThrownBy(() -> client.callTool(tool, arguments))
                .satisfies(error -> {
                    assertThat(error.structured()).containsEntry("field", field).containsKey("code");
                    Sentences.requireSentence((String) error.structured().get("message"), field);
                    assertThat(error).hasMessageContaining(field);
                });
    }

    @ParameterizedTest
    @CsvSource({"kind, stable_fcat, stable_fact", "titel, A title, title"})
    void theClosestNameIsOffered(String field, String value, String closest) {
        assertThatExceptionOfType(ToolError.class)
                .isThrownBy(() -> client.callTool("upsert_memory", note(field, value)))
                .withMessageContaining(closest)
                .satisfies(error -> assertThat(error.structured()).containsEntry("closest", closest));
    }

    @Test
    void contentOverTheLimitIsRefusedWithBothSizes() {
        assertThatExceptionOfType(ToolError.class)
                .isThrownBy(() -> client.callTool("upsert_memory", note("content", "x".repeat(CONTENT_LIMIT + 1))))
                .satisfies(error -> {
                    assertThat(error.structured()).containsEntry("code", "too_large");
                    assertThat(error.structured().get("message").toString().replaceAll("[ ,_]", ""))
                            .contains(String.valueOf(CONTENT_LIMIT), String.valueOf(CONTENT_LIMIT + 1));
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"get_memory", "delete_memory"})
    void aCellThatIsNotThereIsNotFound(String tool) {
        assertThatExceptionOfType(ToolError.class)
                .isThrownBy(() -> client.callTool(tool, Map.of("id", "never-written")))
                .satisfies(error -> assertThat(error.structured()).containsEntry("code", "not_found"));
    }

    /** A note that would be accepted but for one field. */
    private static Map<String, Object> note(String field, Object value) {
        Map<String, Object> note = new LinkedHashMap<>();
        note.put("kind", "note");
        note.put("title", "A title");
        note.put("content", "Some content.");
        note.put(field, value);
        return note;
    }

    private static String initialize() {
        return Json.write(Map.of(
                "jsonrpc",
                "2.0",
                "id",
                1,
                "method",
                "initialize",
                "params",
                Map.of(
                        "protocolVersion", "2025-11-25",
                        "capabilities", Map.of(),
                        "clientInfo", Map.of("name", "xray-harness", "version", "0.1.0"))));
    }

    /** Returns the code of the error. */
    private static long requireProtocolError(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        Map<String, Object> message = Json.readObject(answer.body());
        // MCP has no null id: what cannot be answered by its id is answered without one.
        assertThat(message).containsEntry("jsonrpc", "2.0").containsKey("error").doesNotContainEntry("id", null);
        assertThat(message.keySet()).isSubsetOf("jsonrpc", "id", "error");
        Map<String, Object> error = Json.asObject(message.get("error"));
        Sentences.requireSentence((String) error.get("message"));
        return (Long) error.get("code");
    }

    private static Map<String, String> headers(Map<String, String> more) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "application/json, text/event-stream");
        headers.putAll(more);
        return headers;
    }
}
