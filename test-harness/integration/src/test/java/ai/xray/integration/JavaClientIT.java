package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.xray.client.XRayClient;
import ai.xray.contracts.AgentMemoryContract;
import ai.xray.harness.Distribution;
import ai.xray.harness.ServerProcess;
import ai.xray.memory.AgentMemory;
import ai.xray.memory.Refusal;
import ai.xray.memory.SearchRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The contract of memory, by memory in a server that asks for its secret. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class JavaClientIT extends AgentMemoryContract {
    private static final String SECRET = "a-secret-of-forty-three-visible-characters1";

    @TempDir
    private static Path folder;

    private static ServerProcess server;
    private static XRayClient client;

    @BeforeAll
    static void serve() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), SECRET);
        assertThat(secret.toFile().setReadable(false, false) && secret.toFile().setReadable(true, true))
                .isTrue();
        server = Distribution.built()
                .serve(folder.resolve("data"), "--dev=false", "--mcp-secret-file", secret.toString());
        client = XRayClient.connect(server.baseUri()).bearer(SECRET);
    }

    @AfterAll
    static void stop() {
        if (server != null) { // null when it did not start
            client.close();
            server.close();
        }
    }

    @Override
    protected AgentMemory memory() {
        return client.memory();
    }

    @Test
    void withoutTheSecretNobodyComesIn() {
        try (XRayClient stranger = XRayClient.connect(server.baseUri())) {
            Refusal refusal =
                    catchThrowableOfType(Refusal.class, () -> stranger.memory().search(SearchRequest.of("anything")));
            assertThat(refusal.code()).isEqualTo(Refusal.Code.UNAUTHENTICATED);
        }
    }

    @Test
    void aServerThatIsNotThereIsAFailureAndNotARefusal() {
        try (XRayClient nowhere = XRayClient.connect(URI.create("http://127.0.0.1:1"))) {
            assertThat(catchThrowableOfType(
                            IOException.class, () -> nowhere.memory().search(SearchRequest.of("anything"))))
                    .isNotNull();
        }
    }
}
