package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.json.Json;
import ai.xray.tool.Tool;
import ai.xray.tool.ToolReply;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamsTest {
    private static final Tool ANOTHER = SampleTool.named("another", _ -> ToolReply.text("ok"));

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
    void listenerIsAcknowledgedThenToldOfChangesWithItsSubscriptionId() throws Exception {
        var stream = listen("sub-1", Map.of("toolsListChanged", true, "promptsListChanged", true));

        Map<String, Object> acknowledged = stream.message();
        assertThat(acknowledged).containsEntry("method", "notifications/subscriptions/acknowledged");
        assertThat(Json.asObject(acknowledged.get("params")))
                .containsEntry("notifications", Map.of("toolsListChanged", true, "promptsListChanged", true));
        server.servlet.addTool(ANOTHER, Map.of());
        Map<String, Object> changed = stream.message();
        assertThat(changed).containsEntry("method", "notifications/tools/list_changed");
        assertThat(Json.asObject(changed.get("params")))
                .containsEntry("_meta", Map.of("io.modelcontextprotocol/subscriptionId", "sub-1"));
    }

    @Test
    void listenerThatDidNotAskIsNotTold() throws Exception {
        var deaf = listen("deaf", Map.of("promptsListChanged", true));
        var hearing = listen("hearing", Map.of("toolsListChanged", true));
        assertThat(deaf.message()).containsKey("method");
        assertThat(hearing.message()).containsKey("method");
        server.servlet.addTool(ANOTHER, Map.of());
        assertThat(hearing.message()).containsEntry("method", "notifications/tools/list_changed");

        server.servlet.close();

        assertThat(deaf.message()).as("the farewell comes next").containsEntry("id", "deaf");
    }

    @Test
    void shutdownEndsListenersWithAResultAndSessionStreamsWithout() throws Exception {
        var listener = listen(41L, Map.of("toolsListChanged", true));
        assertThat(listener.message()).containsKey("method");
        var sessionStream = client.stream("GET", "", Map.of("Mcp-Session-Id", client.open("2025-11-25")));
        assertThat(sessionStream.next()).startsWith("id: changes-");
        long before = System.nanoTime();

        server.servlet.close();

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
        Map<String, Object> farewell = listener.message();
        assertThat(farewell).containsEntry("id", 41L);
        assertThat(Json.asObject(farewell.get("result"))).containsEntry("resultType", "complete");
        assertThat(listener.next()).isEqualTo(McpClient.Lines.END);
        assertThat(sessionStream.next()).isEqualTo("data: ");
        assertThat(sessionStream.next()).isEqualTo(McpClient.Lines.END);
        assertThat(listen(42L, Map.of()).status()).isEqualTo(503);
    }

    @Test
    void sessionStreamTellsOfChangesAndCatchesUpByEventId() throws Exception {
        String session = client.open("2025-11-25");
        var stream = client.stream("GET", "", Map.of("Mcp-Session-Id", session));
        String primed = stream.next().substring("id: ".length());
        assertThat(stream.next()).isEqualTo("data: ");
        server.servlet.addTool(ANOTHER, Map.of());
        String told = stream.next().substring("id: ".length());
        assertThat(told).isNotEqualTo(primed);
        assertThat(stream.message()).containsEntry("method", "notifications/tools/list_changed");

        var missedIt = client.stream("GET", "", Map.of("Mcp-Session-Id", session, "Last-Event-ID", primed));
        assertThat(missedIt.next()).isEqualTo("id: " + told);
        assertThat(missedIt.next()).isEqualTo("data: ");
        assertThat(missedIt.next()).isEqualTo("id: " + told);
        assertThat(missedIt.message()).containsEntry("method", "notifications/tools/list_changed");
        assertThat(stream.next()).as("one stream for a session").isEqualTo(McpClient.Lines.END);
        var upToDate = client.stream("GET", "", Map.of("Mcp-Session-Id", session, "Last-Event-ID", told));
        assertThat(upToDate.next()).isEqualTo("id: " + told);
        assertThat(upToDate.next()).isEqualTo("data: ");
    }

    @Test
    void olderSessionRevisionsAreNotSentEventsWithoutData() throws Exception {
        var stream = client.stream("GET", "", Map.of("Mcp-Session-Id", client.open("2025-03-26")));

        assertThat(stream.next()).startsWith(":");
        server.servlet.addTool(ANOTHER, Map.of());
        assertThat(stream.next()).startsWith("id: ");
        assertThat(stream.message()).containsEntry("method", "notifications/tools/list_changed");
    }

    @Test
    void deletedSessionEndsItsStream() throws Exception {
        String session = client.open("2025-03-26");
        var stream = client.stream("GET", "", Map.of("Mcp-Session-Id", session));
        assertThat(stream.next()).startsWith(":");

        assertThat(client.send("DELETE", "", Map.of("Mcp-Session-Id", session)).status())
                .isEqualTo(204);

        assertThat(stream.next()).isEqualTo(McpClient.Lines.END);
    }

    @Test
    void moreStreamsThanAllowedAreRefused() throws Exception {
        for (int i = 0; i < McpTestServer.LIMITS.streams(); i++) {
            assertThat(listen((long) i, Map.of()).message()).containsKey("method");
        }

        var refused = client.stateless("subscriptions/listen", Map.of("notifications", Map.of()));

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.errorCode()).isEqualTo(-32603L);
        assertThat(refused.message()).contains("mcp-max-streams");
    }

    @Test
    void streamsNeedAClientThatReadsThem() throws Exception {
        var listening = client.stateless(
                "subscriptions/listen", Map.of("notifications", Map.of()), Map.of("Accept", "application/json"));
        Map<String, String> headers = McpClient.usual();
        headers.put("Accept", "application/json");
        headers.put("Mcp-Session-Id", client.open("2025-11-25"));

        assertThat(listening.status()).isEqualTo(406);
        assertThat(client.send("GET", "", headers).status()).isEqualTo(406);
    }

    @Test
    void listeningNeedsAFilter() throws Exception {
        var reply = client.stateless("subscriptions/listen", Map.of());

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo(-32602L);
        assertThat(reply.message()).contains("notifications");
    }

    private McpClient.Lines listen(Object id, Map<String, Object> filter) throws Exception {
        Map<String, Object> params = McpClient.withMeta(Map.of("notifications", new LinkedHashMap<>(filter)));
        return client.stream(
                "POST",
                McpClient.request(id, "subscriptions/listen", params),
                McpClient.statelessHeaders("subscriptions/listen", params));
    }
}
