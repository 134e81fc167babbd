package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Await;
import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.Http;
import ai.xray.harness.McpClient;
import ai.xray.harness.ServerProcess;
import ai.xray.json.Json;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Settings that an admin changes, and what they do to the server. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class SettingsIT {
    private static final Duration NOTICED = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private String data;

    @BeforeEach
    void chooseDataDir() {
        data = folder.resolve("data").toString();
    }

    @Test
    void changeIsInForceAtOnceAndAfterARestartAndUntilItIsTakenBack() throws Exception {
        try (ServerProcess first =
                Distribution.built().serve(Path.of(data), "--embedder", "none", "--log-level", "info")) {
            try (Http http = new Http(first.baseUri())) {
                assertThat(modeOfASearch(first)).isEqualTo("lexical");
                new Admin(http).set("embedder", "static");
                Await.until("searches are by meaning too", NOTICED, () -> "hybrid".equals(modeOfASearch(first)));
            }
            try (ServerProcess second = first.restart();
                    Http http = new Http(second.baseUri())) {
                Admin admin = new Admin(http);
                assertThat(second.log()).containsPattern("changed by an admin, and so in force .*: embedder");
                assertThat(admin.setting("embedder"))
                        .containsEntry("value", "static")
                        .containsEntry("source", "changed");
                Await.until("searches are by meaning too", NOTICED, () -> "hybrid".equals(modeOfASearch(second)));
                assertThat(admin.reset("embedder"))
                        .containsEntry("value", "none")
                        .containsEntry("source", "flag");
                Await.until("searches are by words alone", NOTICED, () -> "lexical".equals(modeOfASearch(second)));
            }
        }
    }

    @Test
    void whatCannotBeChangedWhileItRunsIsThereAfterARestart() throws Exception {
        try (ServerProcess first = Distribution.built().serve(Path.of(data))) {
            try (Http http = new Http(first.baseUri())) {
                Map<String, Object> store = new Admin(http).set("store", "memory");
                assertThat(store).containsEntry("value", "sqlite").containsEntry("effect", "at_next_start");
                assertThat(store.get("next")).isEqualTo(Map.of("value", "memory", "source", "changed"));
            }
            try (ServerProcess second = first.restart();
                    Http http = new Http(second.baseUri())) {
                assertThat(new Admin(http).setting("store"))
                        .containsEntry("value", "memory")
                        .doesNotContainKey("next");
            }
        }
    }

    @Test
    void changeWithWhichTheServerDoesNotStartIsTakenBackWithoutIt() throws Exception {
        try (ServerProcess other = Distribution.built().serve(folder.resolve("other"))) {
            String taken = other.baseUri().getAuthority();
            Xray.done("admin", "settings", "listen", taken, "--data-dir", data);
            Sentences.requireRefused(
                    Distribution.built().run("serve", "--listen", "127.0.0.1:0", "--dev", "--data-dir", data),
                    3,
                    taken);
            Xray.done("admin", "settings", "listen", "--reset", "--data-dir", data);
            Distribution.built().serve(Path.of(data)).close();
        }
    }

    @Test
    void wrongChangesAreRefusedInWords() throws Exception {
        try (ServerProcess server = Distribution.built().serve(Path.of(data));
                Http http = new Http(server.baseUri())) {
            Admin admin = new Admin(http);
            HttpResponse<String> unknown = admin.refused("embeder", "{\"value\":\"none\"}");
            assertThat(unknown.statusCode()).isEqualTo(404);
            Sentences.requireProblem(unknown, "did you mean 'embedder'");
            for (String body : List.of("{", "{}", "{\"value\":{}}", "{\"value\":1}", "{\"value\":\"many\"}")) {
                HttpResponse<String> wrong = admin.refused("max-request-bytes", body);
                assertThat(wrong.statusCode()).as(body + " " + wrong.body()).isEqualTo(400);
                Sentences.requireProblem(wrong);
            }
            assertThat(admin.setting("max-request-bytes")).containsEntry("source", "default");
        }
    }

    @Test
    void commandLineDoesTheSameWithAndWithoutAServer() throws Exception {
        assertThat(Xray.done("admin", "settings", "embedder", "none", "--data-dir", data))
                .contains("none [changed]");
        try (ServerProcess server = Distribution.built().serve(Path.of(data));
                Http http = new Http(server.baseUri())) {
            assertThat(new Admin(http).setting("embedder")).containsEntry("value", "none");
            assertThat(Xray.done("admin", "settings", "embedder", "--data-dir", data))
                    .contains("none [changed]", "takes effect at once");
            assertThat(Json.readObject(
                            Xray.done("admin", "settings", "embedder", "--reset", "--data-dir", data, "--json")))
                    .containsEntry("value", "static");
            assertThat(new Admin(http).setting("embedder")).containsEntry("source", "default");
            Sentences.requireRefused(
                    Distribution.built().run("admin", "settings", "embeder", "none", "--data-dir", data),
                    1,
                    "did you mean 'embedder'");
        }
        assertThat(Xray.done("admin", "settings", "--data-dir", data)).contains("embedder", "static [default]");
    }

    @Test
    void secretIsTakenAndNeverShown() throws Exception {
        String secret = "sk-that-nobody-may-see";
        Xray.done("admin", "settings", "embedding-api-key", secret, "--data-dir", data);
        assertThat(Xray.done("admin", "settings", "--data-dir", data))
                .contains("(not shown) [changed]")
                .doesNotContain(secret);
        assertThat(Xray.done("admin", "settings", "embedding-api-key", "--data-dir", data, "--json"))
                .doesNotContain(secret);
    }

    @Test
    void searchFindsOnTheCommandLineByWordsAndByMeaning() throws Exception {
        Paraphrases.Pair pair = Paraphrases.PAIRS.getFirst();
        assertThat(Distribution.built().run("search", "x", "--data-dir", data).code())
                .isEqualTo(3);
        Xray.done("import", Paraphrases.write(folder.resolve("cells.jsonl"), 60).toString(), "--data-dir", data);
        try (ServerProcess server = Distribution.built().serve(Path.of(data));
                Http http = new Http(server.baseUri())) {
            Admin admin = new Admin(http);
            Await.until(
                    "all cells have vectors", NOTICED, () -> admin.progress().embedded() >= 60);
            assertThat(Xray.done("search", pair.question(), "--data-dir", data))
                    .contains(pair.id(), "semantic", pair.title(), "mode hybrid");
            Map<String, Object> reply = Json.readObject(
                    Xray.done("search", "pallets", "--limit", "3", "--kind", "note", "--data-dir", data, "--json"));
            assertThat((List<?>) reply.get("results")).hasSize(3);
            assertThat(Xray.done("search", "pallets", "--tag", "none-has-it", "--data-dir", data))
                    .contains("nothing found");
        }
        assertThat(Xray.done("search", pair.content(), "--data-dir", data)).contains(pair.id());
    }

    private static Object modeOfASearch(ServerProcess server) throws Exception {
        try (McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            return client.callTool("search_memory", Map.of("query", "lighthouse"))
                    .get("mode");
        }
    }
}
