package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Distribution;
import ai.xray.harness.Http;
import ai.xray.harness.ServerProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whose guesses of a credential are counted together, behind proxies and without. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ProxiesIT {
    /** More wrong credentials than one address may show at once. */
    private static final int GUESSES = 25;

    private static final String GUESSER = "203.0.113.9";

    @TempDir
    private Path dataDir;

    private Path secret;

    @BeforeEach
    void writeSecret() throws IOException {
        secret = Files.writeString(dataDir.resolve("secret"), "correct-horse-battery-staple");
    }

    @Test
    void behindAProxyClientsAreToldApartAndCannotTakeAnothersAddress() throws Exception {
        try (ServerProcess server = serve("--trusted-proxy-hops=1");
                Http proxy = new Http(server.baseUri())) {
            for (int i = 0; i < GUESSES; i++) {
                // What the guesser sends itself stands before what the proxy adds.
                guess(proxy, "198.51.100.%d, %s".formatted(i, GUESSER));
            }
            HttpResponse<String> refused = guess(proxy, "192.0.2.1, " + GUESSER);
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(guess(proxy, "192.0.2.77").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void withoutProxiesNobodyGetsAFreshStartBySayingThatItIsAnother() throws Exception {
        try (ServerProcess server = serve();
                Http guesser = new Http(server.baseUri())) {
            for (int i = 0; i < GUESSES; i++) {
                guess(guesser, "198.51.100." + i);
            }
            assertThat(guess(guesser, "192.0.2.77").statusCode()).isEqualTo(429);
        }
    }

    private ServerProcess serve(String... more) throws Exception {
        String[] flags = {"--dev=false", "--store=memory", "--embedder=none", "--mcp-secret-file=" + secret};
        String[] all = Stream.concat(Stream.of(flags), Stream.of(more)).toArray(String[]::new);
        return Distribution.built().serve(Files.createDirectories(dataDir.resolve("data")), all);
    }

    private static HttpResponse<String> guess(Http client, String forwardedFor) throws IOException {
        return client.get(
                "/v1/memory", Map.of("Authorization", "Bearer a-guess-of-the-secret", "X-Forwarded-For", forwardedFor));
    }
}
