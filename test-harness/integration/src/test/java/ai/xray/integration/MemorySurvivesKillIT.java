package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Await;
import ai.xray.harness.Crowd;
import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MemorySurvivesKillIT {
    private static final int WRITERS = 8;
    private static final int MORE = 100;
    private static final Duration WRITING_DEADLINE = Duration.ofMinutes(2);

    @TempDir
    private Path dataDir;

    @ParameterizedTest
    @CsvSource({"SESSION, 1000", "STATELESS, 200"})
    void everyAcknowledgedCellIsThereOnceAfterAKillInTheMiddleOfWrites(Era era, int cells) throws Exception {
        Distribution distribution = Distribution.built();
        WrittenNotes notes = new WrittenNotes();
        int cut;
        try (ServerProcess server = distribution.serve(dataDir)) {
            try (McpClient client = McpClient.connect(server.baseUri(), era)) {
                assertThat(client.toolNames()).contains("upsert_memory", "search_memory", "get_memory", "list_memory");
                MemoryTools memory = new MemoryTools(client);
                for (int i = 0; i < cells; i++) {
                    notes.writeNext(memory);
                }
            }
            cut = killWhileWriting(server, era, notes);
        }
        assertThat(cut).as("writes that the kill left without an answer").isPositive();
        try (ServerProcess server = distribution.serve(dataDir);
                McpClient client = McpClient.connect(server.baseUri(), era)) {
            notes.requireKept(new MemoryTools(client));
        }
    }

    /** Returns how many writes were never answered. */
    private static int killWhileWriting(ServerProcess server, Era era, WrittenNotes notes) throws Exception {
        int target = notes.acknowledged() + MORE;
        try (Crowd crowd = new Crowd();
                McpClient client = McpClient.connect(server.baseUri(), era)) {
            MemoryTools memory = new MemoryTools(client);
            crowd.start(WRITERS, () -> writeUntilTheServerIsGone(memory, notes));
            Await.until(target + " writes are acknowledged", WRITING_DEADLINE, () -> notes.acknowledged() >= target);
            server.kill();
            crowd.await();
        }
        return notes.unanswered();
    }

    private static void writeUntilTheServerIsGone(MemoryTools memory, WrittenNotes notes) {
        try {
            while (true) {
                notes.writeNext(memory);
            }
        } catch (IOException e) {
            // the kill
        }
    }
}
