package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same server on another store: one setting, no rebuild. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StoreChoiceIT {
    @TempDir
    private Path dataDir;

    @Test
    void memoryStoreWarnsAndKeepsNothing() throws Exception {
        try (ServerProcess server = Distribution.built().serve(dataDir, "--store", "memory")) {
            assertThat(server.log()).containsPattern("WARNING ai\\.xray\\.store\\.memory.*kept");
            assertThat(noteAndSearch(server)).hasSize(1);
            server.stop();
            try (ServerProcess again = server.restart()) {
                assertThat(search(again)).isEmpty();
            }
        }
        assertThat(dataDir.resolve("memory.db")).doesNotExist();
    }

    @Test
    void oneLineOfConfigurationSwapsTheStore() throws Exception {
        try (ServerProcess server = Distribution.built().serve(dataDir)) {
            assertThat(server.log()).doesNotContain("store.memory");
            assertThat(noteAndSearch(server)).hasSize(1);
            server.stop();
        }
        Path settings = Files.writeString(dataDir.resolve("xray.yaml"), "store: memory\n");
        try (ServerProcess server = Distribution.built().serve(dataDir)) {
            assertThat(search(server)).isEmpty();
            server.stop();
        }
        Files.delete(settings);
        try (ServerProcess server = Distribution.built().serve(dataDir)) {
            assertThat(search(server)).hasSize(1);
        }
    }

    private static List<String> noteAndSearch(ServerProcess server) throws IOException {
        try (McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            new MemoryTools(client).note("Rooftop", "The antenna stands on the rooftop.");
        }
        return search(server);
    }

    private static List<String> search(ServerProcess server) throws IOException {
        try (McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            return new MemoryTools(client).search("rooftop antenna");
        }
    }
}
