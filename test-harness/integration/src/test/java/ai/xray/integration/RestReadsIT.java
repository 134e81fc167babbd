package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.Http;
import ai.xray.harness.McpClient;
import ai.xray.harness.ServerProcess;
import ai.xray.json.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory is read over REST as over the tools. Every reply is held against the server's own description. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RestReadsIT {
    @TempDir
    private static Path dataDir;

    private static ServerProcess server;
    private static Http http;
    private static OpenApi description;

    @BeforeAll
    static void start() throws Exception {
        server = Distribution.built().serve(dataDir);
        http = new Http(server.baseUri());
        description = OpenApi.of(http);
        try (McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            write(client, Map.of("id", "hub", "kind", "event", "title", "Hub", "content", "The middle of it all."));
            write(
                    client,
                    Map.of(
                            "id",
                            "a/b",
                            "kind",
                            "note",
                            "title",
                            "Slash",
                            "content",
                            "Leans.",
                            "links",
                            List.of("hub")));
            write(
                    client,
                    Map.of(
                            "id",
                            "odd;%/../ü",
                            "kind",
                            "note",
                            "title",
                            "Odd",
                            "content",
                            "Strange.",
                            "links",
                            List.of("hub")));
            write(
                    client,
                    Map.of(
                            "id",
                            "secret",
                            "kind",
                            "note",
                            "title",
                            "Secret",
                            "content",
                            "Whispered zebra.",
                            "links",
                            List.of("hub"),
                            "scope",
                            "private",
                            "subject",
                            "user:ada"));
            write(
                    client,
                    Map.of(
                            "id", "mine", "kind", "note", "title", "Mine", "content", "Of dev.", "scope", "private",
                            "subject", "dev"));
        }
    }

    @AfterAll
    static void stop() {
        http.close();
        server.close();
    }

    @Test
    void everyRouteIsDescribed() {
        assertThat(description.operations())
                .contains(
                        "get /v1/memory",
                        "post /v1/memory",
                        "get /v1/memory/cell",
                        "patch /v1/memory/cell",
                        "delete /v1/memory/cell",
                        "get /v1/memory/{id}",
                        "get /v1/memory/search",
                        "get /v1/memory/recent",
                        "get /v1/memory/context",
                        "get /v1/memory/graph",
                        "get /v1/memory/events",
                        "get /v1/notes",
                        "get /v1/categories",
                        "get /v1/version",
                        "get /healthz",
                        "get /readyz",
                        "get /openapi.json");
    }

    @Test
    void routesThatAreNotOfMemoryAnswerAsDescribed() throws IOException {
        for (String path : List.of("/healthz", "/readyz", "/v1/version", "/v1/categories", "/openapi.json")) {
            HttpResponse<String> reply = http.get(path);
            assertThat(reply.statusCode()).as(path).isEqualTo(200);
            description.checked("get", path, reply);
        }
    }

    @Test
    void listIsPagedAndHidesWhatIsPrivate() throws IOException {
        Map<String, Object> first = get("/v1/memory", "?limit=2&order=oldest");
        assertThat(ids(first.get("cells"))).containsExactly("hub", "a/b");
        Map<String, Object> second = get("/v1/memory", "?limit=2&order=oldest&cursor=" + first.get("nextCursor"));
        assertThat(ids(second.get("cells"))).containsExactly("odd;%/../ü");
        assertThat(second).doesNotContainKey("nextCursor");
        assertThat(ids(get("/v1/memory", "?subject=user:ada&kind=note").get("cells")))
                .contains("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hub", "a/b", "odd;%/../ü"})
    void everyIdIsReachedByParameter(String id) throws IOException {
        Map<String, Object> detail = get("/v1/memory/cell", "?id=" + URLEncoder.encode(id, StandardCharsets.UTF_8));
        assertThat(Json.asObject(detail.get("cell"))).containsEntry("id", id);
    }

    @Test
    void idThatIsAPathIsReachedByPath() throws IOException {
        HttpResponse<String> reply = http.get("/v1/memory/a/b");
        Map<String, Object> detail = description.checked("get", "/v1/memory/{id}", reply);
        assertThat(Json.asObject(detail.get("cell"))).containsEntry("id", "a/b");
        assertThat(detail).containsEntry("linksTo", List.of("hub"));
    }

    @Test
    void privateCellDoesNotExistWithoutItsSubject() throws IOException {
        HttpResponse<String> hidden = http.get("/v1/memory/secret");
        HttpResponse<String> absent = http.get("/v1/memory/absent");
        assertThat(hidden.statusCode()).isEqualTo(404);
        assertThat(hidden.body().replace("secret", "absent")).isEqualTo(absent.body());
        assertThat(get("/v1/memory/hub", "/v1/memory/{id}", "").get("citedBy").toString())
                .doesNotContain("secret");
        assertThat(get("/v1/memory/hub", "/v1/memory/{id}", "?subject=user:ada")
                        .get("citedBy")
                        .toString())
                .contains("secret");
        assertThat(get("/v1/memory/graph", "").toString()).doesNotContain("secret");
        assertThat(get("/v1/memory/search", "?query=whispered%20zebra").toString())
                .doesNotContain("zebra");
        assertThat(get("/v1/memory/context", "?query=whispered").toString()).doesNotContain("zebra");
        assertThat(get("/v1/memory/recent", "").toString()).doesNotContain("secret");
    }

    @Test
    void searchFindsAndSaysHow() throws IOException {
        Map<String, Object> found = get("/v1/memory/search", "?query=middle&kinds=event,note&limit=999");
        assertThat(ids(found.get("results"))).containsExactly("hub");
        assertThat(found).containsEntry("limit", 50L);
    }

    @Test
    void graphTellsNodesByWeightAndEachLinkOnce() throws IOException {
        Map<String, Object> first = get("/v1/memory/graph", "?limit=1");
        assertThat(ids(first.get("nodes"))).containsExactly("hub");
        assertThat(first.get("links")).isEqualTo(List.of());
        Map<String, Object> rest = get("/v1/memory/graph", "?cursor=" + first.get("nextCursor"));
        assertThat(ids(rest.get("nodes"))).containsExactlyInAnyOrder("a/b", "odd;%/../ü");
        assertThat(Json.write(rest.get("links")))
                .contains("{\"from\":\"a/b\",\"to\":\"hub\"}", "{\"from\":\"odd;%/../ü\",\"to\":\"hub\"}");
        assertThat(ids(get("/v1/memory/graph", "?category=events").get("nodes")))
                .containsExactly("hub");
    }

    @Test
    void notesAreTheCallersOwn() throws IOException {
        assertThat(ids(get("/v1/notes", "").get("cells"))).containsExactly("mine");
        assertThat(http.get("/v1/notes?subject=user:ada").statusCode()).isEqualTo(400);
    }

    @Test
    void whatIsKnownIsNotSentAgain() throws IOException {
        HttpResponse<String> reply = http.get("/v1/memory/hub");
        String tag = reply.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> again = http.get("/v1/memory/hub", Map.of("If-None-Match", "\"other\", " + tag));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.headers().firstValue("ETag")).contains(tag);
        assertThat(http.get("/v1/memory/hub", Map.of("If-None-Match", "\"other\""))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void longReplyIsCompressedForWhoTakesItAndKnownByItsTagAllTheSame() throws IOException {
        Map<String, String> gzip = Map.of("Accept-Encoding", "gzip");
        HttpResponse<String> reply = http.get("/openapi.json", gzip);
        assertThat(reply.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(reply.headers().allValues("Vary").toString()).contains("Accept-Encoding");
        String tag = reply.headers().firstValue("ETag").orElseThrow();
        assertThat(http.get("/openapi.json", Map.of("Accept-Encoding", "gzip", "If-None-Match", tag))
                        .statusCode())
                .isEqualTo(304);
        assertThat(http.get("/openapi.json").headers().firstValue("Content-Encoding"))
                .isEmpty();
    }

    @Test
    void repliesAreKeptFromBrowsersPagesAndShortOnesAreNotCompressed() throws IOException {
        HttpResponse<String> reply =
                http.get("/v1/memory?limit=1", Map.of("Accept-Encoding", "gzip", "Origin", server.baseUri() + ""));
        assertThat(reply.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(reply.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(reply.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(reply.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("frame-ancestors 'none'");
        assertThat(reply.headers().firstValue("Cache-Control").orElse("")).contains("private");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /v1/memory         | ?kind=nte                 | kind      | Did you mean 'note'?
            /v1/memory         | ?limit=0                  | limit     | a whole number from 1 to 200
            /v1/memory         | ?limit=ten                | limit     | must be a whole number
            /v1/memory         | ?cursor=x                 | cursor    | is not one that a page gave
            /v1/memory         | ?kinds=note               | query     | Did you mean 'kind'?
            /v1/memory/search  |                           | query     | is missing
            /v1/memory/search  | ?query=a&query=b          | query     | is given 2 times
            /v1/memory/search  | ?query=a&expandLinks=1    | expandLinks | must be true or false
            /v1/memory/search  | ?query=a&kinds=           | kinds     | is not known
            /v1/memory/context | ?query=a&maxTokens=5      | maxTokens | from 100
            /v1/memory/recent  | ?since=yesterday          | since     | RFC 3339
            /v1/memory/recent  | ?subject=                 | subject   | subject
            /v1/memory/graph   | ?category=fact            | category  | Did you mean 'facts'?
            /v1/memory/graph   | ?cursor=3.x               | cursor    | is not one that a page gave
            /v1/memory/cell    |                           | id        | is missing
            /v1/categories     | ?x=1                      | query     | takes none
            """)
    void wrongParametersAreRefusedInASentence(String path, String query, String field, String sentence)
            throws IOException {
        HttpResponse<String> reply = http.get(path + (query == null ? "" : query));
        assertThat(reply.statusCode()).isEqualTo(400);
        Map<String, Object> problem = description.checked("get", path, reply);
        assertThat(problem).containsEntry("code", "invalid_argument").containsEntry("field", field);
        assertThat((String) problem.get("detail")).contains(sentence);
    }

    @Test
    void otherMethodsAreToldWhichAreAllowed() throws IOException {
        HttpResponse<String> reply = http.post("/v1/memory/search", Map.of(), "{}");
        assertThat(reply.statusCode()).isEqualTo(405);
        assertThat(reply.headers().firstValue("Allow")).contains("GET, HEAD");
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    @Test
    void withoutCredentialOnlyOpenRoutesAnswerAndTheSecretIsNobodysNotes() throws Exception {
        Path other = Files.createDirectory(dataDir.resolve("other"));
        Path secret = other.resolve("secret");
        Files.writeString(secret, "correct horse battery staple".replace(' ', '-'));
        try (ServerProcess closed = Distribution.built()
                        .serve(other, "--dev=false", "--store=memory", "--mcp-secret-file", secret.toString());
                Http stranger = new Http(closed.baseUri())) {
            for (String path : List.of("/v1/memory", "/v1/memory/x", "/v1/memory/events", "/v1/notes")) {
                assertThat(stranger.get(path).statusCode()).as(path).isEqualTo(401);
            }
            assertThat(stranger.get("/v1/categories").statusCode()).isEqualTo(200);
            assertThat(stranger.get("/openapi.json").statusCode()).isEqualTo(200);
            Map<String, String> bearer = Map.of("Authorization", "Bearer correct-horse-battery-staple");
            assertThat(stranger.get("/v1/memory", bearer).statusCode()).isEqualTo(200);
            assertThat(stranger.get("/v1/notes", bearer).statusCode()).isEqualTo(403);
            assertThat(stranger.post("/v1/memory", bearer, "{}").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void pagesOfListedOriginsMayReadAndOthersAreRefused() throws Exception {
        Path other = Files.createDirectory(dataDir.resolve("cors"));
        try (ServerProcess listed = Distribution.built()
                        .serve(other, "--store=memory", "--embedder=none", "--cors-origins=https://app.example.com");
                Http browser = new Http(listed.baseUri())) {
            HttpResponse<String> reply = browser.get("/v1/memory", Map.of("Origin", "https://app.example.com"));
            assertThat(reply.headers().firstValue("Access-Control-Allow-Origin"))
                    .contains("https://app.example.com");
            HttpResponse<String> refused = browser.get("/v1/memory", Map.of("Origin", "https://evil.example"));
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.headers().firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
        }
    }

    private static Map<String, Object> get(String path, String query) throws IOException {
        return get(path, path, query);
    }

    private static Map<String, Object> get(String path, String described, String query) throws IOException {
        HttpResponse<String> reply = http.get(path + query);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return description.checked("get", described, reply);
    }

    private static List<String> ids(Object items) {
        return ((List<?>) items)
                .stream().map(item -> (String) Json.asObject(item).get("id")).toList();
    }

    private static void write(McpClient client, Map<String, Object> cell) throws IOException {
        assertThat(client.callTool("upsert_memory", cell)).containsEntry("status", "created");
    }
}
