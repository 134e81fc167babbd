package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Await;
import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.Http;
import ai.xray.harness.McpClient;
import ai.xray.harness.ServerProcess;
import ai.xray.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Features that an operator enables and disables while the server runs. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LiveFeaturesIT {
    private static final Duration NOTICED = Duration.ofSeconds(20);
    private static final int TIMES = 5;
    private static final String DOCUMENT = """
            {
              "feature-resource-version": "1.0",
              "id": "ai.xray.integration:say:1.0.0",
              "name": "Say",
              "description": "A tool of the integration tests.",
              "bundles": [{ "id": "ai.xray.integration:ai.xray.integration.say:1.0.0" }]
            }
            """;

    @TempDir
    private Path dataDir;

    @BeforeEach
    void provideAFeatureOfOurOwn() throws IOException {
        Path features = Files.createDirectories(dataDir.resolve("features"));
        Files.writeString(features.resolve("say.json"), DOCUMENT);
        new SayBundle("1.0.0", "say", "one").moveTo(features.resolve("ai.xray.integration.say-1.0.0.jar"));
    }

    @Test
    void toolsComeAndGoWithTheirFeatureAndNoCallOfTheOthersFails() throws Exception {
        try (ServerProcess server = Distribution.built().serve(dataDir);
                Http http = new Http(server.baseUri());
                SteadyCalls steady = new SteadyCalls(server.baseUri());
                McpClient client = McpClient.connect(server.baseUri(), Era.SESSION)) {
            assertThat(enabled(http)).isFalse();
            assertThat(client.toolNames()).doesNotContain("say");
            for (int i = 0; i < TIMES; i++) {
                set(http, true);
                Await.until(
                        "the tool is listed", NOTICED, () -> client.toolNames().contains("say"));
                assertThat(client.callTool("say", Map.of())).containsEntry("said", "one");
                assertThat(enabled(http)).isTrue();
                steady.awaitMore();
                set(http, false);
                Await.until(
                        "the tool is gone", NOTICED, () -> !client.toolNames().contains("say"));
                assertThat(enabled(http)).isFalse();
                steady.awaitMore();
            }
            steady.requireNoFailure();
        }
    }

    @Test
    void theChoiceSurvivesARestart() throws Exception {
        try (ServerProcess first = Distribution.built().serve(dataDir)) {
            choose(first, true);
            try (ServerProcess second = first.restart()) {
                requireListed(second, true);
                choose(second, false);
                try (ServerProcess third = second.restart()) {
                    requireListed(third, false);
                }
            }
        }
    }

    @Test
    void theChoiceSurvivesAKill() throws Exception {
        try (ServerProcess first = Distribution.built().serve(dataDir)) {
            choose(first, true);
            first.kill();
            try (ServerProcess second = first.restart()) {
                requireListed(second, true);
            }
        }
    }

    @Test
    void aFeatureThatTheServerCannotBeWithoutIsKept() throws Exception {
        try (ServerProcess server = Distribution.built().serve(dataDir);
                Http http = new Http(server.baseUri());
                McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            HttpResponse<String> answer = put(http, "core", "{\"enabled\":false}");
            assertThat(answer.statusCode()).as(answer.body()).isBetween(400, 499);
            Sentences.requireProblem(answer, "core");
            assertThat(client.toolNames()).contains("upsert_memory");
        }
    }

    @Test
    void anUnknownFeatureAndAWrongBodyAreRefusedInWords() throws Exception {
        try (ServerProcess server = Distribution.built().serve(dataDir);
                Http http = new Http(server.baseUri())) {
            HttpResponse<String> unknown = put(http, "sya", "{\"enabled\":true}");
            assertThat(unknown.statusCode()).as(unknown.body()).isEqualTo(404);
            Sentences.requireProblem(unknown, "sya");
            for (String body : List.of("{", "{}", "{\"enabled\":\"yes\"}", "[]")) {
                HttpResponse<String> wrong = put(http, "say", body);
                assertThat(wrong.statusCode()).as(body + " " + wrong.body()).isEqualTo(400);
                Sentences.requireProblem(wrong);
            }
            assertThat(enabled(http)).isFalse();
        }
    }

    private static void choose(ServerProcess server, boolean enabled) throws IOException {
        try (Http http = new Http(server.baseUri())) {
            set(http, enabled);
        }
    }

    private static void requireListed(ServerProcess server, boolean listed) throws Exception {
        try (McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            Await.until(
                    "the tool is listed: " + listed,
                    NOTICED,
                    () -> client.toolNames().contains("say") == listed);
        }
    }

    private static void set(Http http, boolean enabled) throws IOException {
        HttpResponse<String> answer = put(http, "say", Json.write(Map.of("enabled", enabled)));
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
    }

    private static HttpResponse<String> put(Http http, String feature, String body) throws IOException {
        return http.put("/v1/admin/features/" + feature, Map.of("Content-Type", "application/json"), body);
    }

    private static boolean enabled(Http http) throws IOException {
        HttpResponse<String> answer = http.get("/v1/admin/features");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        List<?> features = (List<?>) Json.readObject(answer.body()).get("features");
        return features.stream()
                .map(Json::asObject)
                .filter(feature -> "say".equals(feature.get("name")))
                .map(feature -> (Boolean) feature.get("enabled"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the feature is not listed: " + answer.body()));
    }
}
