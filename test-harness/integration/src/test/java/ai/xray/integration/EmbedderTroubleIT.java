package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.fakes.FakeEmbeddings;
import ai.xray.fakes.Fault;
import ai.xray.harness.Await;
import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.Http;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.ServerProcess;
import ai.xray.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An embedder somewhere else that is down, slow or wrong: memory goes on by words, says why, and recovers by itself. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class EmbedderTroubleIT {
    private static final int REQUESTS = 1_000;
    private static final int DIMENSIONS = 64;
    private static final Duration EMBEDDING_TIMEOUT = Duration.ofSeconds(2);
    // What a search or a write takes besides, on a machine that does other things too.
    private static final Duration SLACK = Duration.ofSeconds(2);
    private static final Duration RECOVERED = Duration.ofMinutes(2);
    private static final Fault WELL = Fault.heldBy(new CountDownLatch(0));

    @TempDir
    private Path dataDir;

    private final AtomicReference<Fault> mood = new AtomicReference<>(WELL);
    private int questions;

    static Stream<Arguments> troubles() {
        return Stream.of(
                Arguments.of("hangs up", Fault.hangUp()),
                Arguments.of("says nothing", Fault.silent()),
                Arguments.of("is overloaded", Fault.status(503, "overloaded")),
                Arguments.of("refuses", Fault.status(401, "invalid_api_key")),
                Arguments.of("answers nonsense", Fault.body("application/json", "{\"data\":[]}")),
                Arguments.of("breaks off", Fault.cutShort()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("troubles")
    void memoryGoesOnByWordsAndRecovers(String name, Fault trouble) throws Exception {
        try (FakeEmbeddings embeddings = embeddings();
                ServerProcess server = serve(embeddings);
                McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            MemoryTools memory = new MemoryTools(client);
            String before = memory.note("Lighthouse", "It stands on the cape.");
            awaitMeaning(client, "cape", before);

            mood.set(trouble);
            long start = System.nanoTime();
            String during = memory.note("Windmill", "It stands on the dyke.");
            assertThat(since(start)).as("a write while the embedder " + name).isLessThan(SLACK);
            Map<String, Object> reply = askInTime(client, "windmill dyke");
            assertThat(reply).containsEntry("mode", "lexical");
            Sentences.requireSentence((String) reply.get("degraded"), "lexical only");
            assertThat(found(reply, during)).isPresent();
            assertThat(found(askInTime(client, "lighthouse cape"), before)).isPresent();

            mood.set(WELL);
            awaitMeaning(client, "dyke", during);
            awaitMeaning(client, "cape", before);
        }
    }

    @Test
    void anotherDimensionAfterARestartIsEmbeddedAnew() throws Exception {
        try (FakeEmbeddings embeddings = embeddings()) {
            String id;
            try (ServerProcess server = serve(embeddings);
                    McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
                id = new MemoryTools(client).note("Lighthouse", "It stands on the cape.");
                awaitMeaning(client, "cape", id);
                assertThat(server.stop()).isZero();
            }
            try (ServerProcess server = serve(embeddings, "--embedding-dims", "32");
                    Http http = new Http(server.baseUri());
                    McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
                awaitMeaning(client, "cape", id);
                assertThat(new Admin(http).progress().fingerprint()).isEqualTo("openai:fake:32:8000");
                assertThat(embeddings.complaints()).isEmpty();
            }
        }
    }

    private FakeEmbeddings embeddings() {
        FakeEmbeddings embeddings = new FakeEmbeddings("fake", DIMENSIONS, "");
        Fault asTheMoodIs = (exchange, right, closing) -> mood.get().play(exchange, right, closing);
        embeddings.next(Collections.nCopies(REQUESTS, asTheMoodIs).toArray(Fault[]::new));
        return embeddings;
    }

    private ServerProcess serve(FakeEmbeddings embeddings, String... more) throws Exception {
        Stream<String> flags = Stream.of(
                "--features",
                "admin,openai",
                "--embedder",
                "openai",
                "--embedding-endpoint",
                embeddings.address() + "/v1",
                "--embedding-model",
                "fake",
                "--embedding-timeout",
                EMBEDDING_TIMEOUT.toSeconds() + "s");
        return Distribution.built()
                .serve(dataDir, Stream.concat(flags, Stream.of(more)).toArray(String[]::new));
    }

    /** Waits until questions are answered by meaning too, and the cell is found that way, by a word that its title lacks. */
    private void awaitMeaning(McpClient client, String word, String id) throws Exception {
        Await.until("the cell about the " + word + " is found by meaning", RECOVERED, () -> {
            Map<String, Object> reply = askInTime(client, "the " + word);
            return "hybrid".equals(reply.get("mode"))
                    && found(reply, id)
                            .filter(result -> ((List<?>) result.get("matched")).contains("semantic"))
                            .isPresent();
        });
    }

    /** A search for words that were never asked for, so that the embedder must be asked what they mean. */
    private Map<String, Object> askInTime(McpClient client, String words) throws IOException {
        questions++;
        long start = System.nanoTime();
        Map<String, Object> reply = client.callTool("search_memory", Map.of("query", words + " " + questions));
        assertThat(since(start)).as("a search").isLessThan(EMBEDDING_TIMEOUT.plus(SLACK));
        return reply;
    }

    private static Optional<Map<String, Object>> found(Map<String, Object> reply, String id) {
        return ((List<?>) reply.get("results"))
                .stream()
                        .map(Json::asObject)
                        .filter(result -> id.equals(result.get("id")))
                        .findFirst();
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
