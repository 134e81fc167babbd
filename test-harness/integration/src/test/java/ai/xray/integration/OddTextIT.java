package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.ServerProcess;
import ai.xray.harness.ToolError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is unusual and allowed comes back to the byte: over the wire, out of the store, and after a restart. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class OddTextIT {
    private static final int CONTENT_LIMIT = 64 * 1024;
    private static final String WHALE = "🐋";

    private static final List<String> IDS = List.of(
            "a/b",
            "../x",
            ".",
            "a.b",
            "a%2Fb",
            "%",
            "a?b#c&d=e",
            " a ",
            "a\\b",
            "'; drop table cells; --",
            "Gateway",
            "gateway",
            "GATEWAY",
            "e\u0301",
            "\u00E9",
            "日本語",
            WHALE.repeat(200));

    private static final List<String> CONTENTS = List.of(
            "line\r\nline\n\ttab\u2028end ",
            "x".repeat(2_100),
            "é".repeat(2_100),
            "x".repeat(CONTENT_LIMIT),
            WHALE.repeat(CONTENT_LIMIT / 4),
            "\"\\\n".repeat(CONTENT_LIMIT / 3) + "!");

    @TempDir
    private Path dataDir;

    @Test
    void oddIdsAndLongContentsComeBackToTheByte() throws Exception {
        Map<String, String> written = new LinkedHashMap<>();
        IDS.forEach(id -> written.put(id, "What is kept under " + id));
        CONTENTS.forEach(content -> written.put("content " + written.size(), content));
        try (ServerProcess server = Distribution.built().serve(dataDir)) {
            try (McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
                for (Map.Entry<String, String> cell : written.entrySet()) {
                    assertThat(write(client, cell.getKey(), cell.getValue())).containsEntry("status", "created");
                }
                requireKept(new MemoryTools(client), written);
            }
            try (ServerProcess again = server.restart();
                    McpClient client = McpClient.connect(again.baseUri(), Era.SESSION)) {
                requireKept(new MemoryTools(client), written);
                for (String id : IDS) {
                    client.callTool("delete_memory", Map.of("id", id));
                    written.remove(id);
                }
                requireKept(new MemoryTools(client), written);
            }
        }
    }

    @Test
    void aByteMoreThanTheLimitIsRefusedWithBothSizesAndNothingIsStored() throws Exception {
        try (ServerProcess server = Distribution.built().serve(dataDir);
                McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            for (String content : List.of("x".repeat(CONTENT_LIMIT + 1), WHALE.repeat(CONTENT_LIMIT / 4) + "x")) {
                assertThatExceptionOfType(ToolError.class)
                        .isThrownBy(() -> write(client, "a", content))
                        .withMessageContaining(String.valueOf(CONTENT_LIMIT))
                        .withMessageContaining(String.valueOf(CONTENT_LIMIT + 1))
                        .satisfies(error -> assertThat(error.structured()).containsEntry("code", "too_large"));
            }
            assertThat(new MemoryTools(client).list()).isEmpty();
        }
    }

    private static Map<String, Object> write(McpClient client, String id, String content) throws IOException {
        return client.callTool("upsert_memory", Map.of("id", id, "kind", "note", "title", "t", "content", content));
    }

    private static void requireKept(MemoryTools memory, Map<String, String> written) throws IOException {
        assertThat(memory.list())
                .extracting(cell -> cell.get("id"))
                .containsExactlyInAnyOrderElementsOf(written.keySet());
        for (Map.Entry<String, String> cell : written.entrySet()) {
            String kept = (String) memory.get(cell.getKey()).get("content");
            assertThat(kept.getBytes(StandardCharsets.UTF_8))
                    .isEqualTo(cell.getValue().getBytes(StandardCharsets.UTF_8));
        }
    }
}
