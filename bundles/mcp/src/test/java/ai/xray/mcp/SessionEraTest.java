package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.json.Json;
import ai.xray.tool.ToolReply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionEraTest {
    private McpTestServer server;
    private McpClient client;

    @BeforeEach
    void start() throws Exception {
        server = new McpTestServer(SampleTool.echo(), SampleTool.named("talkative", invocation -> {
            invocation.progress(1, OptionalDouble.of(2), "half");
            invocation.progress(1, OptionalDouble.of(2), "no further");
            invocation.progress(2, OptionalDouble.of(2), "done");
            invocation.log("debug", "test", "detail");
            invocation.log("error", "test", Map.of("what", "broken"));
            return ToolReply.text("ok");
        }));
        client = new McpClient(server.address());
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2025-06-18", "2025-03-26"})
    void everySessionRevisionWorksFromHandshakeToEnd(String version) throws Exception {
        String session = client.open(version);
        Map<String, String> headers = Map.of("Mcp-Session-Id", session, "MCP-Protocol-Version", version);

        assertThat(session).matches("[\\x21-\\x7E]{22,}");
        var initialized = client.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", headers);
        assertThat(initialized.status()).isEqualTo(202);
        assertThat(initialized.http().body()).isEmpty();
        assertThat(client.call(session, "ping", Map.of()).result()).isEmpty();
        assertThat(names(client.call(session, "tools/list", Map.of()))).containsExactly("echo", "talkative");
        var called = client.call(session, "tools/call", Map.of("name", "echo", "arguments", Map.of("text", "hi")));
        assertThat(called.status()).isEqualTo(200);
        assertThat(called.last()).containsEntry("id", 7L);
        assertThat(called.result()).containsEntry("structuredContent", Map.of("text", "hi"));
        assertThat(called.result()).containsEntry("isError", false);
        assertThat(called.result())
                .containsEntry("content", List.of(Map.of("type", "text", "text", "{\"text\":\"hi\"}")));
        assertThat(client.send("DELETE", "", headers).status()).isEqualTo(204);
        assertThat(client.call(session, "ping", Map.of()).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "2025-11-25, 2025-11-25",
        "2025-06-18, 2025-06-18",
        "2025-03-26, 2025-03-26",
        "2024-11-05, 2025-11-25",
        "2026-07-28, 2025-11-25",
        "2099-01-01, 2025-11-25",
        "nonsense, 2025-11-25"
    })
    void initializeOffersTheNewestSessionRevisionForWhatItDoesNotSpeak(String asked, String offered) throws Exception {
        var reply = client.post(
                McpClient.request(1L, "initialize", Map.of("protocolVersion", asked, "capabilities", Map.of())),
                Map.of());

        assertThat(reply.result()).containsEntry("protocolVersion", offered);
        assertThat(reply.result()).containsKey("instructions");
        assertThat(Json.asObject(reply.result().get("serverInfo")))
                .containsEntry("name", "x-ray")
                .containsEntry("title", "X-Ray")
                .hasEntrySatisfying(
                        "version", version -> assertThat((String) version).matches("\\d+\\.\\d+\\.\\d+.*"));
        assertThat(Json.asObject(reply.result().get("capabilities")))
                .containsOnlyKeys("tools", "prompts", "resources", "completions", "logging");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"protocolVersion\":1}",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":[]}",
                "{\"protocolVersion\":\"2025-11-25\",\"clientInfo\":\"me\"}"
            })
    void malformedInitializeIsInvalidParamsAndOpensNothing(String params) throws Exception {
        var reply = client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":" + params + "}", Map.of());

        assertThat(reply.errorCode()).isEqualTo(-32602L);
        assertThat(reply.header("Mcp-Session-Id")).isEmpty();
    }

    @Test
    void requestWithoutSessionIs400AndUnknownSession404() throws Exception {
        var without = client.post(McpClient.request(1L, "tools/list", Map.of()), Map.of());
        var unknown = client.call("no-such-session", "tools/list", Map.of());

        assertThat(without.status()).isEqualTo(400);
        assertThat(without.errorCode()).isEqualTo(-32600L);
        assertThat(without.last()).containsEntry("id", 1L);
        assertThat(without.message()).contains("Mcp-Session-Id");
        assertThat(unknown.status()).isEqualTo(404);
    }

    @Test
    void versionHeaderThatIsNotSpokenIs400WithTheVersionsThatAre() throws Exception {
        String session = client.open("2025-11-25");
        var reply = client.post(
                McpClient.request(1L, "ping", Map.of()),
                Map.of("Mcp-Session-Id", session, "MCP-Protocol-Version", "1900-01-01"));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo(-32022L);
        assertThat(reply.error())
                .containsEntry("data", Map.of("supported", Protocol.VERSIONS, "requested", "1900-01-01"));
    }

    @Test
    void anotherCallerCannotUseASession() throws Exception {
        String session = client.open("2025-11-25", Map.of("Authorization", "alice"));
        var stolen = client.post(
                McpClient.request(1L, "ping", Map.of()), Map.of("Mcp-Session-Id", session, "Authorization", "bob"));

        assertThat(stolen.status()).isEqualTo(404);
    }

    @Test
    void sessionsEndWhenIdleAndTheLeastRecentlyUsedWhenThereAreTooMany() throws Exception {
        String idle = client.open("2025-11-25");
        server.now.updateAndGet(now -> now.plus(Duration.ofMinutes(11)));
        assertThat(client.call(idle, "ping", Map.of()).status()).isEqualTo(404);

        String oldest = client.open("2025-11-25");
        for (int i = 0; i < McpTestServer.LIMITS.sessions(); i++) {
            server.now.updateAndGet(now -> now.plusSeconds(1));
            client.open("2025-11-25");
        }
        assertThat(client.call(oldest, "ping", Map.of()).status()).isEqualTo(404);
    }

    @Test
    void unknownMethodIsToldWithTheClosestOne() throws Exception {
        var reply = client.call(client.open("2025-11-25"), "tools/lst", Map.of());

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.errorCode()).isEqualTo(-32601L);
        assertThat(reply.error()).containsEntry("data", Map.of("closest", "tools/list"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "server/discover", "subscriptions/listen"})
    void methodsOfOtherErasAndOfFeaturesNotOfferedAreNotFound(String method) throws Exception {
        assertThat(client.call(client.open("2025-11-25"), method, Map.of()).errorCode())
                .isEqualTo(-32601L);
    }

    @Test
    void progressAndLogLinesComeAsEventsBeforeTheResponse() throws Exception {
        String session = client.open("2025-11-25");
        client.call(session, "logging/setLevel", Map.of("level", "debug"));
        var reply =
                client.call(session, "tools/call", Map.of("name", "talkative", "_meta", Map.of("progressToken", "p1")));

        assertThat(reply.header("Content-Type")).isEqualTo("text/event-stream");
        assertThat(reply.header("X-Accel-Buffering")).isEqualTo("no");
        assertThat(reply.messages())
                .extracting(message -> message.get("method"))
                .containsExactly(
                        "notifications/progress",
                        "notifications/progress",
                        "notifications/message",
                        "notifications/message",
                        null);
        assertThat(Json.asObject(reply.messages().getFirst().get("params")))
                .containsEntry("progressToken", "p1")
                .containsEntry("message", "half");
        assertThat(reply.last()).containsEntry("id", 7L);
    }

    @Test
    void logLinesBelowTheLevelOfTheSessionAreNotSent() throws Exception {
        String session = client.open("2025-11-25");
        client.call(session, "logging/setLevel", Map.of("level", "critical"));

        var reply = client.call(session, "tools/call", Map.of("name", "talkative"));

        assertThat(reply.header("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void clientThatReadsOnlyJsonGetsOnlyJson() throws Exception {
        String session = client.open("2025-11-25");
        var reply = client.post(
                McpClient.request(1L, "tools/call", Map.of("name", "talkative", "_meta", Map.of("progressToken", 5L))),
                Map.of("Mcp-Session-Id", session, "Accept", "application/json"));

        assertThat(reply.header("Content-Type")).isEqualTo("application/json");
        assertThat(reply.result()).containsEntry("isError", false);
    }

    @Test
    void clientThatReadsOnlyEventsGetsAnEvent() throws Exception {
        String session = client.open("2025-11-25");
        var reply = client.post(
                McpClient.request(1L, "ping", Map.of()),
                Map.of("Mcp-Session-Id", session, "Accept", "text/event-stream"));

        assertThat(reply.header("Content-Type")).isEqualTo("text/event-stream");
        assertThat(reply.messages()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"loud\"", "7", "null"})
    void wrongLogLevelIsInvalidParamsThatListsTheLevels(String level) throws Exception {
        String session = client.open("2025-11-25");
        var reply = client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"logging/setLevel\",\"params\":{\"level\":" + level + "}}",
                Map.of("Mcp-Session-Id", session));

        assertThat(reply.errorCode()).isEqualTo(-32602L);
        assertThat(reply.message()).contains("emergency");
    }

    @Test
    void cancelledNotificationReachesTheCallItNames() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        server.servlet.addTool(
                SampleTool.named("patient", invocation -> {
                    started.countDown();
                    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
                    while (!invocation.cancelled() && System.nanoTime() < deadline) {
                        Thread.onSpinWait();
                    }
                    return ToolReply.text(invocation.cancelled() ? "cancelled" : "not cancelled");
                }),
                Map.of());
        String session = client.open("2025-11-25");
        var call = new java.util.concurrent.FutureTask<>(
                () -> client.call(session, "tools/call", Map.of("name", "patient")));
        Thread.ofVirtual().start(call);
        assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();

        var notified = client.post(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}",
                Map.of("Mcp-Session-Id", session));

        assertThat(notified.status()).isEqualTo(202);
        assertThat(call.get(20, TimeUnit.SECONDS).result().toString()).contains("text=cancelled");
    }

    @Test
    void batchIsAnsweredInItsOneRevisionWithoutItsNotifications() throws Exception {
        String session = client.open("2025-03-26");
        String batch = "[" + McpClient.request(1L, "ping", Map.of())
                + ",{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},"
                + McpClient.request("two", "tools/list", Map.of()) + ",{\"jsonrpc\":\"1.0\",\"id\":3},"
                + McpClient.request(4L, "initialize", Map.of()) + "]";
        var reply = client.post(batch, Map.of("Mcp-Session-Id", session));

        assertThat(reply.status()).isEqualTo(200);
        List<?> answers = (List<?>) Json.read(reply.http().body());
        assertThat(answers)
                .extracting(answer -> Json.asObject(answer).get("id"))
                .containsExactly(1L, "two", 3L, 4L);
        assertThat(answers)
                .extracting(answer -> Json.asObject(answer).containsKey("error"))
                .containsExactly(false, false, true, true);
    }

    @Test
    void batchOfNotificationsAloneIs202AndBatchesOfWrongSizeAreRefused() throws Exception {
        Map<String, String> headers = Map.of("Mcp-Session-Id", client.open("2025-03-26"));
        String note = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

        assertThat(client.post("[" + note + "]", headers).status()).isEqualTo(202);
        assertThat(client.post("[]", headers).errorCode()).isEqualTo(-32600L);
        assertThat(client.post("[" + (note + ",").repeat(50) + note + "]", headers)
                        .errorCode())
                .isEqualTo(-32600L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-06-18", "2025-11-25"})
    void batchIsRefusedInRevisionsThatRemovedIt(String version) throws Exception {
        var reply = client.post(
                "[" + McpClient.request(1L, "ping", Map.of()) + "]", Map.of("Mcp-Session-Id", client.open(version)));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo(-32600L);
        assertThat(reply.message()).contains(version);
    }

    private static List<Object> names(McpClient.Reply listing) {
        return ((List<?>) listing.result().get("tools"))
                .stream().map(tool -> Json.asObject(tool).get("name")).toList();
    }
}
