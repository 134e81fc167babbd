package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Await;
import ai.xray.harness.Crowd;
import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.Rejected;
import ai.xray.harness.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ShutdownIT {
    private static final int WRITERS = 8;
    private static final int WARM = 50;
    private static final int UNAVAILABLE = 503;
    private static final int SLOW_MILLIS = 1500;
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    @TempDir
    private Path dataDir;

    /**
     * A call is either answered or was never begun: a write whose answer the client did not get must not be there after a
     * restart, because then it would have been carried out and cut off.
     */
    @ParameterizedTest
    @EnumSource(Era.class)
    void callsInFlightAreAnsweredOrRefusedAndTheServerEndsInTimeWithZero(Era era) throws Exception {
        WrittenNotes notes = new WrittenNotes();
        try (ServerProcess server = Distribution.built().serve(dataDir)) {
            int code;
            try (Crowd crowd = new Crowd();
                    McpClient client = McpClient.connect(server.baseUri(), era)) {
                MemoryTools memory = new MemoryTools(client);
                crowd.start(WRITERS, () -> writeUntilRefused(memory, notes));
                Await.until("calls are in flight", DEADLINE, () -> notes.acknowledged() >= WARM);
                code = server.stop();
                crowd.await();
            }
            assertThat(code).as(server::log).isZero();
            try (ServerProcess again = server.restart();
                    McpClient client = McpClient.connect(again.baseUri(), era)) {
                MemoryTools memory = new MemoryTools(client);
                notes.requireKept(memory);
                notes.requireNothingElse(memory);
            }
        }
    }

    @Test
    void aSlowCallIsAnsweredInFullAfterTheServerWasAskedToStop(@TempDir Path marks) throws Exception {
        Path begun = marks.resolve("begun");
        new SayBundle("1.0.0", "say", "one")
                .moveTo(Files.createDirectories(dataDir.resolve("bundles")).resolve("say.jar"));
        try (ServerProcess server = Distribution.built().serve(dataDir);
                Crowd crowd = new Crowd();
                McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            Await.until(
                    "the slow tool is listed",
                    DEADLINE,
                    () -> client.toolNames().contains("say"));
            crowd.start(() -> assertThat(
                            client.callTool("say", Map.of("begun", begun.toString(), "millis", SLOW_MILLIS)))
                    .containsEntry("said", "one"));
            Await.until("the slow call has begun", DEADLINE, () -> Files.exists(begun));
            assertThat(server.stop()).as(server::log).isZero();
            crowd.await();
        }
    }

    private static void writeUntilRefused(MemoryTools memory, WrittenNotes notes) {
        try {
            while (true) {
                notes.writeNext(memory);
            }
        } catch (Rejected e) {
            assertThat(e.status()).as(e.getMessage()).isEqualTo(UNAVAILABLE);
        } catch (IOException e) {
            // Refused, or the connection was closed before the call was read; the restart tells whether it was.
        }
    }
}
