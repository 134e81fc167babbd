package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.harness.Await;
import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.McpClient;
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

/** A third party's bundle in the data directory of a running server. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ExtensionIT {
    private static final Duration NOTICED = Duration.ofSeconds(20);
    private static final long INVALID_PARAMS = -32602;

    @TempDir
    private Path dataDir;

    @Test
    void aDroppedBundleIsOfferedThenReplacedThenGoneWithoutAFailedCall() throws Exception {
        try (ServerProcess server = Distribution.built().serve(dataDir);
                SteadyCalls steady = new SteadyCalls(server.baseUri());
                McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            Path jar = bundles().resolve("say.jar");
            assertThat(client.toolNames()).doesNotContain("say");

            new SayBundle("1.0.0", "say", "one").moveTo(jar);
            Await.until(
                    "the tool is listed\n" + server.log(),
                    NOTICED,
                    () -> client.toolNames().contains("say"));
            assertThat(client.callTool("say", Map.of())).containsEntry("said", "one");

            new SayBundle("1.1.0", "say", "two").moveTo(jar);
            Await.until("the tool is the new one", NOTICED, () -> "two".equals(said(client)));

            Files.delete(jar);
            Await.until("the tool is gone", NOTICED, () -> !client.toolNames().contains("say"));
            assertThatExceptionOfType(Rejected.class)
                    .isThrownBy(() -> client.callTool("say", Map.of()))
                    .satisfies(unknown -> assertThat(unknown.code()).isEqualTo(INVALID_PARAMS));
            steady.awaitMore();
            steady.requireNoFailure();
        }
    }

    @Test
    void aBundleThatIsThereBeforeTheStartIsOfferedAndSurvivesARestart() throws Exception {
        new SayBundle("1.0.0", "say", "one").moveTo(bundles().resolve("say.jar"));
        try (ServerProcess server = Distribution.built().serve(dataDir)) {
            requireSaid(server, "one");
            try (ServerProcess again = server.restart()) {
                requireSaid(again, "one");
            }
        }
    }

    @Test
    void aFileThatIsNoBundleIsToldAndHarmsNothing() throws Exception {
        try (ServerProcess server = Distribution.built().serve(dataDir);
                SteadyCalls steady = new SteadyCalls(server.baseUri());
                McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            Path folder = bundles();
            Files.writeString(folder.resolve("broken.jar"), "this is no archive");
            Await.until("the log names the file", NOTICED, () -> server.log().contains("broken.jar"));
            new SayBundle("1.0.0", "say", "one").moveTo(folder.resolve("say.jar"));
            Await.until(
                    "a good bundle is taken after a bad one",
                    NOTICED,
                    () -> client.toolNames().contains("say"));
            steady.requireNoFailure();
        }
    }

    @Test
    void theExampleOfTheExtensionGuideWorks() throws Exception {
        Path example = Path.of(System.getProperty("xray.example.bundle"));
        assertThat(example).as("the built example").isRegularFile();
        try (ServerProcess server = Distribution.built().serve(dataDir);
                McpClient client = McpClient.connect(server.baseUri(), Era.SESSION)) {
            Files.copy(example, bundles().resolve("word-count.jar"));
            Await.until("the tool is listed", NOTICED, () -> client.toolNames().contains("count_words"));
            assertThat(client.callTool("count_words", Map.of("text", "to be or not to be")))
                    .containsEntry("words", 6L);
        }
    }

    private Path bundles() throws IOException {
        return Files.createDirectories(dataDir.resolve("bundles"));
    }

    private static void requireSaid(ServerProcess server, String answer) throws Exception {
        try (McpClient client = McpClient.connect(server.baseUri(), Era.SESSION)) {
            Await.until("the tool answers", NOTICED, () -> answer.equals(said(client)));
        }
    }

    /** What the tool says; nothing while it is not there, as it may be for a moment when it is replaced. */
    private static Object said(McpClient client) throws IOException {
        try {
            return client.callTool("say", Map.of()).get("said");
        } catch (Rejected e) {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(INVALID_PARAMS);
            return "";
        }
    }
}
