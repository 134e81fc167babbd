package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.ServerProcess;
import ai.xray.harness.StdioClient;
import ai.xray.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code xray mcp}: clients that start their server themselves. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class StdioIT {
    private static final Map<String, Object> CELL =
            Map.of("id", "ü1", "kind", "note", "title", "Über Umlaute", "content", "Zeile eins\nZeile zwei");

    @TempDir
    private Path home;

    @Test
    void aloneItServesTheDataDirectoryAndSaysNothingButTheProtocol() throws Exception {
        Path data = home.resolve("new/data");
        try (StdioClient client = StdioClient.start(Distribution.built(), data)) {
            assertThat(client.initialize()).containsEntry("protocolVersion", "2025-11-25");
            assertThat(client.callTool("upsert_memory", CELL)).containsEntry("status", "created");
            Map<String, Object> read = client.request("resources/read", Map.of("uri", "xray://cell/%C3%BC1"));
            assertThat(Json.write(read)).contains("Über Umlaute");
            client.send("nonsense");
            assertThat(Json.asObject(client.request("nonsense", Map.of()).get("error")))
                    .containsEntry("code", -32601L);

            assertThat(client.end()).isZero();
            assertThat(client.stdout())
                    .hasSize(5)
                    .allSatisfy(line -> assertThat(Json.readObject(line)).containsEntry("jsonrpc", "2.0"));
        }
        assertThat(data.resolve("memory.db")).exists();
    }

    @Test
    void clientThatNeedsNoSessionIsServed() throws Exception {
        Map<String, Object> meta = Map.of(
                "io.modelcontextprotocol/protocolVersion",
                "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities",
                Map.of());
        try (StdioClient client = StdioClient.start(Distribution.built(), home)) {
            Map<String, Object> discovered = client.request("server/discover", Map.of("_meta", meta));
            assertThat(Json.write(discovered.get("result"))).contains("2026-07-28");
            Map<String, Object> called =
                    client.request("tools/call", Map.of("name", "list_memory", "arguments", Map.of(), "_meta", meta));
            assertThat(Json.asObject(called.get("result"))).containsEntry("resultType", "complete");
            assertThat(client.end()).isZero();
        }
    }

    @Test
    void besideAServerItSpeaksForIt() throws Exception {
        try (ServerProcess server = Distribution.built().serve(home);
                StdioClient client = StdioClient.start(Distribution.built(), home)) {
            client.initialize();
            client.callTool("upsert_memory", CELL);

            try (McpClient http = McpClient.connect(server.baseUri(), Era.STATELESS)) {
                assertThat(new MemoryTools(http).list())
                        .extracting(cell -> cell.get("id"))
                        .containsExactly("ü1");
            }
            assertThat(client.end()).isZero();
        }
    }

    @Test
    void serverWithASecretTakesTheSameSecretAndNoOther() throws Exception {
        Path secret = Files.writeString(home.resolve("secret"), "a-secret-of-some-length");
        Path data = home.resolve("data");
        try (ServerProcess _ = Distribution.built().serve(data, "--dev=false", "--mcp-secret-file=" + secret);
                StdioClient knows = StdioClient.start(Distribution.built(), data, "--mcp-secret-file=" + secret);
                StdioClient stranger = StdioClient.start(Distribution.built(), data)) {
            knows.initialize();
            assertThat(knows.callTool("upsert_memory", CELL)).containsEntry("status", "created");

            Map<String, Object> refused = stranger.request("initialize", Map.of("protocolVersion", "2025-11-25"));

            assertThat(Json.asObject(refused.get("error")).get("message"))
                    .asString()
                    .contains("--mcp-secret-file");
        }
    }

    @Test
    void twoShareADataDirectoryAndTheOneThatIsLeftTakesItOver() throws Exception {
        try (StdioClient first = StdioClient.start(Distribution.built(), home)) {
            first.initialize();
            first.callTool("upsert_memory", CELL);
            try (StdioClient second = StdioClient.start(Distribution.built(), home)) {
                second.initialize();
                assertThat(ids(second)).containsExactly("ü1");

                assertThat(first.end()).isZero();

                assertThat(ids(second)).containsExactly("ü1");
                assertThat(second.callTool("delete_memory", Map.of("id", "ü1"))).containsEntry("deleted", "ü1");
                assertThat(second.end()).isZero();
            }
        }
    }

    @Test
    void clientIsToldThatAToolCame() throws Exception {
        Path bundles = Files.createDirectories(home.resolve("bundles"));
        try (StdioClient client = StdioClient.start(Distribution.built(), home)) {
            client.initialize();
            client.callTool("list_memory", Map.of());

            new SayBundle("1.0.0", "say", "one").moveTo(bundles.resolve("say.jar"));

            assertThat(client.notification("notifications/tools/list_changed")).containsEntry("jsonrpc", "2.0");
            assertThat(client.end()).isZero();
        }
    }

    private static List<Object> ids(StdioClient client) throws Exception {
        List<?> cells = (List<?>) client.callTool("list_memory", Map.of()).get("cells");
        return cells.stream().<Object>map(cell -> Json.asObject(cell).get("id")).toList();
    }
}
