package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.auth.Caller;
import ai.xray.json.Json;
import ai.xray.memory.NotFound;
import ai.xray.memory.Refusal;
import ai.xray.tool.Content;
import ai.xray.tool.Schema;
import ai.xray.tool.ToolReply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolCallsTest {
    private McpTestServer server;
    private McpClient client;

    @BeforeEach
    void start() throws Exception {
        server = new McpTestServer(SampleTool.echo());
        client = new McpClient(server.address());
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void unknownArgumentIsAnErrorThatNamesTheClosest() throws Exception {
        assertThat(failure("echo", Map.of("text", "hi", "timse", 2L)))
                .containsEntry("code", "invalid_argument")
                .containsEntry("field", "arguments")
                .containsEntry("closest", "times")
                .containsEntry("allowed", List.of("times", "text"));
    }

    @Test
    void refusalsOfToolsKeepTheirParts() throws Exception {
        offer("choosy", _ -> {
            throw Refusal.unknownName("kind", "fakt", List.of("note", "fact"));
        });
        offer("searching", _ -> {
            throw new NotFound("x1");
        });

        assertThat(failure("choosy", Map.of()))
                .containsOnlyKeys("code", "message", "field", "allowed", "closest")
                .containsEntry("allowed", List.of("fact", "note"));
        assertThat(failure("searching", Map.of()))
                .containsEntry("code", "not_found")
                .containsEntry("field", "id");
    }

    @Test
    void failuresOfToolsAreToldWithoutTheirDetails() throws Exception {
        offer("unplugged", _ -> {
            throw new IOException("password=hunter2");
        });
        offer("buggy", _ -> {
            throw new IllegalStateException("password=hunter2");
        });
        offer("unwritable", _ -> ToolReply.of(Map.of("it", new Object())));

        assertThat(failure("unplugged", Map.of())).containsEntry("code", "unavailable");
        assertThat(failure("buggy", Map.of())).containsEntry("code", "internal");
        assertThat(failure("unwritable", Map.of())).containsEntry("code", "internal");
        assertThat(client.stateless("tools/call", Map.of("name", "buggy"))
                        .http()
                        .body())
                .doesNotContain("hunter2")
                .doesNotContain("IllegalState")
                .contains("(request ");
    }

    @Test
    void callWithoutTheScopeIsForbiddenByName() throws Exception {
        server.servlet.addTool(
                SampleTool.of(
                        "writing",
                        Schema.object().build(),
                        Optional.empty(),
                        Optional.of(Caller.MEMORY_WRITE),
                        _ -> ToolReply.text("written")),
                Map.of());
        var reader = client.stateless("tools/call", Map.of("name", "writing"), Map.of("Authorization", "reader"));
        var writer = client.stateless("tools/call", Map.of("name", "writing"), Map.of("Authorization", "writer"));

        assertThat(reader.result()).containsEntry("isError", true);
        assertThat(Json.asObject(reader.result().get("structuredContent")))
                .containsEntry("code", "forbidden")
                .hasEntrySatisfying("message", it -> assertThat((String) it).contains("xray:memory.write"));
        assertThat(writer.result()).containsEntry("isError", false);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void accessTokenWithoutTheScopeIsToldInTheTransportHowToGetIt(boolean inSession) throws Exception {
        server.servlet.addTool(
                SampleTool.of(
                        "writing",
                        Schema.object().build(),
                        Optional.empty(),
                        Optional.of(Caller.MEMORY_WRITE),
                        _ -> ToolReply.text("written")),
                Map.of());
        Map<String, Object> call = Map.of("name", "writing");
        Map<String, String> token = Map.of("Authorization", "Bearer narrow");

        var reply = inSession
                ? client.post(
                        McpClient.request(7L, "tools/call", call),
                        Map.of("Mcp-Session-Id", client.open("2025-11-25", token), "Authorization", "Bearer narrow"))
                : client.stateless("tools/call", call, token);

        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer error=\"insufficient_scope\"");
        assertThat(reply.message()).contains("writing", "xray:memory.write");
    }

    @Test
    void errorsFitTheListedOutputSchemaToo() throws Exception {
        var listing = client.stateless("tools/list", Map.of());
        Map<String, Object> echo = Json.asObject(((List<?>) listing.result().get("tools")).getFirst());

        assertThat(Json.asObject(echo.get("outputSchema"))).containsEntry("type", "object");
        List<?> either = (List<?>) Json.asObject(echo.get("outputSchema")).get("anyOf");
        assertThat(either)
                .extracting(shape -> Json.asObject(shape).get("required"))
                .containsExactly(List.of("text"), List.of("code", "message"));
        assertThat(Json.asObject(echo.get("annotations")))
                .containsEntry("readOnlyHint", true)
                .containsEntry("openWorldHint", false);
    }

    @Test
    void definitionsOfAnOutputSchemaStayWhereReferencesLookForThem() {
        Map<String, Object> schema =
                Failure.admitting(Map.of("type", "object", "$defs", Map.of("a", Map.of("type", "string"))));

        assertThat(schema).containsKey("$defs");
        assertThat(((List<?>) schema.get("anyOf")).getFirst()).isEqualTo(Map.of("type", "object"));
    }

    @Test
    void everyKindOfContentHasItsBlock() throws Exception {
        offer(
                "rich",
                _ -> new ToolReply(
                        Optional.of(Map.of("n", 1)),
                        List.of(
                                new Content.Text("words \"quoted\""),
                                new Content.Image("aW1n", "image/png"),
                                new Content.Audio("d2F2", "audio/wav"),
                                new Content.Resource("xray://cell/1", "text/plain", "body")),
                        true));
        var result = client.stateless("tools/call", Map.of("name", "rich")).result();

        assertThat(result)
                .containsEntry("isError", true)
                .containsEntry("structuredContent", Map.of("n", 1L))
                .containsEntry(
                        "content",
                        List.of(
                                Map.of("type", "text", "text", "words \"quoted\""),
                                Map.of("type", "image", "data", "aW1n", "mimeType", "image/png"),
                                Map.of("type", "audio", "data", "d2F2", "mimeType", "audio/wav"),
                                Map.of(
                                        "type",
                                        "resource",
                                        "resource",
                                        Map.of("uri", "xray://cell/1", "mimeType", "text/plain", "text", "body"))));
    }

    @Test
    void toolThatGoesAwayFinishesItsCall() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        SampleTool slow = SampleTool.named("slow", _ -> {
            started.countDown();
            try {
                return ToolReply.text(gone.await(20, TimeUnit.SECONDS) ? "finished" : "was not removed");
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        server.servlet.addTool(slow, Map.of());
        FutureTask<McpClient.Reply> call =
                new FutureTask<>(() -> client.stateless("tools/call", Map.of("name", "slow")));
        Thread.ofVirtual().start(call);
        assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
        server.servlet.removeTool(slow);
        gone.countDown();

        assertThat(call.get(20, TimeUnit.SECONDS).result().toString()).contains("finished");
        assertThat(client.stateless("tools/call", Map.of("name", "slow")).errorCode())
                .isEqualTo(-32602L);
    }

    @Test
    void callsRunOnVirtualThreads() throws Exception {
        offer("where", _ -> ToolReply.text("virtual: " + Thread.currentThread().isVirtual()));

        assertThat(client.stateless("tools/call", Map.of("name", "where"))
                        .http()
                        .body())
                .contains("virtual: true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"name\":7}",
                "{\"name\":\"echo\",\"arguments\":[]}",
                "{\"name\":\"echo\",\"arguments\":7}"
            })
    void requestThatIsNoToolCallIsInvalidParams(String params) throws Exception {
        var reply = client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + params + "}",
                Map.of("Mcp-Session-Id", client.open("2025-11-25")));

        assertThat(reply.errorCode()).isEqualTo(-32602L);
    }

    @Test
    void cursorThatWasNeverHandedOutIsInvalidParams() throws Exception {
        assertThat(client.stateless("tools/list", Map.of("cursor", "abc")).errorCode())
                .isEqualTo(-32602L);
    }

    private void offer(String name, SampleTool.Body body) {
        server.servlet.addTool(SampleTool.named(name, body), Map.of());
    }

    private Map<String, Object> failure(String tool, Map<String, Object> arguments) throws Exception {
        var reply = client.stateless("tools/call", Map.of("name", tool, "arguments", arguments));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.result()).containsEntry("isError", true);
        Map<String, Object> failure = Json.asObject(reply.result().get("structuredContent"));
        assertThat(reply.result())
                .containsEntry("content", List.of(Map.of("type", "text", "text", failure.get("message"))));
        return failure;
    }
}
