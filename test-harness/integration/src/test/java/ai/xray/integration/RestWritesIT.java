package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.Http;
import ai.xray.harness.McpClient;
import ai.xray.harness.ServerProcess;
import ai.xray.harness.ToolError;
import ai.xray.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** People write over REST from a page of the server, and two of them do not overwrite each other. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RestWritesIT {
    private static final Map<String, String> PAGE =
            Map.of("Sec-Fetch-Site", "same-origin", "Content-Type", "application/json");

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
    }

    @AfterAll
    static void stop() {
        http.close();
        server.close();
    }

    @Test
    void whatAPersonWritesIsHumanAndAgentsLeaveItAlone() throws Exception {
        Map<String, Object> cell =
                Json.asObject(created("Ada's", "Only she may change this.").get("cell"));
        assertThat(cell).containsEntry("origin", "human");
        try (McpClient agent = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            Assertions.assertThatExceptionOfType(ToolError.class)
                    .isThrownBy(() -> agent.callTool("delete_memory", Map.of("id", cell.get("id"))));
        }
    }

    @Test
    void ofTwoEditorsWhoSawTheSameOneIsRefused() throws Exception {
        String id = (String) created("Contended", "First wording.").get("id");
        String tag = tag(id);
        HttpResponse<String> first = patch(id, tag, "{\"content\":\"Second wording.\"}");
        assertThat(first.statusCode()).isEqualTo(200);
        HttpResponse<String> second = patch(id, tag, "{\"content\":\"Third wording.\"}");
        assertThat(second.statusCode()).isEqualTo(412);
        description.checked("patch", "/v1/memory/{id}", second);
        assertThat(delete(id, tag).statusCode()).isEqualTo(412);
        assertThat(http.get("/v1/memory/" + id).body()).contains("Second wording.");
        // What the first writer was answered is enough to go on from.
        assertThat(patch(id, first.headers().firstValue("ETag").orElseThrow(), "{\"title\":\"Settled\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(delete(id, tag(id)).statusCode()).isEqualTo(200);
        assertThat(http.get("/v1/memory/" + id).statusCode()).isEqualTo(404);
    }

    @Test
    void ofManyEditorsAtOnceOneWins() throws Exception {
        String id = (String) created("Raced", "Start.").get("id");
        String tag = tag(id);
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService editors = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> replies = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String body = "{\"content\":\"Editor %d.\"}".formatted(i);
                replies.add(editors.submit(() -> patch(id, tag, body)));
            }
            for (Future<HttpResponse<String>> reply : replies) {
                statuses.add(reply.get().statusCode());
            }
        }
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 412).hasSize(19);
    }

    @Test
    void beingCitedIsNoChangeOfACell() throws Exception {
        String id = (String) created("Cited", "It is drawn from.").get("id");
        String tag = tag(id);
        HttpResponse<String> citing = http.post(
                "/v1/memory",
                PAGE,
                "{\"kind\":\"note\",\"title\":\"Citing\",\"content\":\"Draws.\",\"links\":[\"%s\"]}".formatted(id));
        assertThat(citing.statusCode()).isEqualTo(200);
        assertThat(tag(id)).isNotEqualTo(tag);
        assertThat(patch(id, tag, "{\"tags\":[\"x\"]}").statusCode()).isEqualTo(200);
    }

    @Test
    void privateCellIsChangedUnderItsSubjectOnly() throws Exception {
        HttpResponse<String> reply = http.post(
                "/v1/memory",
                PAGE,
                "{\"kind\":\"note\",\"title\":\"Own\",\"content\":\"c\",\"scope\":\"private\",\"subject\":\"u\"}");
        String id = (String) Json.readObject(reply.body()).get("id");
        assertThat(patch(id, "*", "{\"content\":\"stolen\"}").statusCode()).isEqualTo(404);
        assertThat(delete(id, "*").statusCode()).isEqualTo(404);
        assertThat(patch(id + "?subject=u", "*", "{\"content\":\"mended\"}").statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            Sec-Fetch-Site | cross-site
            Sec-Fetch-Site | same-site
            Sec-Fetch-Site | none
            Origin         | null
            Origin         | http://evil.example
            Origin         | http://localhost:1
            -              | -
            """)
    void pageOfAnotherOriginDoesNotWrite(String header, String value) throws IOException {
        Map<String, String> headers = new HashMap<>(Map.of("Content-Type", "application/json"));
        if (header != null) {
            headers.put(header, value);
        }
        HttpResponse<String> reply = http.post("/v1/memory", headers, note("Forged", "Not by the person."));
        assertThat(reply.statusCode()).isEqualTo(403);
        assertThat(http.get("/v1/memory?kind=note&limit=200").body()).doesNotContain("Forged");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"kind":"note","title":"t"}                          | content | content
            {"kind":"nte","title":"t","content":"c"}             | kind    | Did you mean 'note'?
            {"kind":"note","title":"t","content":"c","tag":[]}   | body    | Did you mean 'tags'?
            {"kind":"note","title":"t","content":"c","tags":[1]} | tags    | must be a list of strings
            {"kind":"note","title":7,"content":"c"}              | title   | must be a string
            {"kind":"note","title":"t","content":"c","origin":"human"} | body | is not known
            []                                                   | body    | body
            {                                                    | body    | is not JSON
            """)
    void wrongBodyIsRefusedInASentence(String body, String field, String sentence) throws IOException {
        HttpResponse<String> reply = http.post("/v1/memory", PAGE, body);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(400);
        Map<String, Object> problem = description.checked("post", "/v1/memory", reply);
        assertThat(problem).containsEntry("field", field);
        assertThat((String) problem.get("detail")).contains(sentence);
    }

    @Test
    void changeNeedsToSayWhatWasSeen() throws IOException {
        String id = (String) created("Seen", "By somebody.").get("id");
        for (HttpResponse<String> reply : List.of(
                http.patch("/v1/memory/" + id, PAGE, "{\"title\":\"t\"}"),
                patch(id, "W/\"a.b\"", "{\"title\":\"t\"}"),
                patch(id, "x", "{\"title\":\"t\"}"),
                http.delete("/v1/memory/" + id, PAGE))) {
            assertThat(reply.statusCode()).isEqualTo(400);
            assertThat(Json.readObject(reply.body())).containsEntry("field", "If-Match");
        }
    }

    @Test
    void onlyJsonIsTaken() throws IOException {
        HttpResponse<String> reply = http.post(
                "/v1/memory",
                Map.of("Sec-Fetch-Site", "same-origin", "Content-Type", "text/plain"),
                note("Plain", "Forms send this."));
        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(Json.readObject(reply.body())).containsEntry("field", "Content-Type");
    }

    private static Map<String, Object> created(String title, String content) throws IOException {
        HttpResponse<String> reply = http.post("/v1/memory", PAGE, note(title, content));
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return description.checked("post", "/v1/memory", reply);
    }

    private static String note(String title, String content) {
        return Json.write(Map.of("kind", "note", "title", title, "content", content));
    }

    private static String tag(String id) throws IOException {
        return http.get("/v1/memory/" + id).headers().firstValue("ETag").orElseThrow();
    }

    private static HttpResponse<String> patch(String id, String tag, String body) throws IOException {
        return http.patch("/v1/memory/" + id, seen(tag), body);
    }

    private static HttpResponse<String> delete(String id, String tag) throws IOException {
        return http.delete("/v1/memory/" + id, seen(tag));
    }

    private static Map<String, String> seen(String tag) {
        Map<String, String> headers = new HashMap<>(PAGE);
        headers.put("If-Match", tag);
        return headers;
    }
}
