package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import ai.xray.auth.Caller;
import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import ai.xray.prompt.Prompt;
import ai.xray.prompt.PromptReply;
import ai.xray.prompt.PromptSpec;
import ai.xray.resource.Resource;
import ai.xray.tool.Content;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromptsAndResourcesTest {
    private static final List<String> MANY =
            IntStream.range(0, 150).mapToObj(i -> "value" + i).toList();

    private static final Prompt PROMPT = new SamplePrompt(
            new PromptSpec(
                    "greet",
                    "Greet",
                    "Greets.",
                    List.of(
                            new PromptSpec.Argument("name", "Whom.", true),
                            new PromptSpec.Argument("prefix", "What before.", false)),
                    Optional.of(Caller.MEMORY_WRITE)),
            invocation -> PromptReply.user(
                    new Content.Text("Hello " + invocation.arguments().get("name"))),
            MANY);

    private static final Resource PLAIN =
            SampleResource.at("test://plain", (uri, _) -> new Content.Resource(uri, "text/plain", "Plain text."));

    private static final Resource TEMPLATE = SampleResource.at("test://item/{id}", (uri, invocation) -> {
        String id = (String) invocation.arguments().get("id");
        return switch (id) {
            case "hidden", "absent" -> throw Refusal.of(Refusal.Code.NOT_FOUND, "There is no item '" + id + "'.");
            case "unplugged" -> throw new IOException("secret detail");
            case "buggy" -> throw new IllegalStateException("secret detail");
            default -> new Content.Blob(uri, "application/octet-stream", "AA==");
        };
    });

    private static final Resource GUARDED = new SampleResource(
            SampleResource.spec("test://guarded", Optional.of(Caller.MEMORY_WRITE)),
            (uri, _) -> new Content.Resource(uri, "text/plain", "For writers."));

    private McpTestServer server;
    private McpClient client;

    @BeforeEach
    void start() throws Exception {
        server = new McpTestServer();
        server.servlet.addPrompt(PROMPT, Map.of());
        List.of(PLAIN, TEMPLATE, GUARDED).forEach(it -> server.servlet.addResource(it, Map.of()));
        client = new McpClient(server.address());
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void promptsAreListedWithTheirArguments() throws Exception {
        var result = client.stateless("prompts/list", Map.of()).result();

        assertThat(result.get("prompts"))
                .asInstanceOf(LIST)
                .singleElement()
                .satisfies(prompt -> assertThat(Json.asObject(prompt))
                        .containsEntry("name", "greet")
                        .containsEntry("title", "Greet")
                        .hasEntrySatisfying(
                                "arguments",
                                arguments -> assertThat(arguments)
                                        .asInstanceOf(LIST)
                                        .first()
                                        .isEqualTo(Map.of("name", "name", "description", "Whom.", "required", true))));
        assertThat(result).containsEntry("cacheScope", "private").containsKey("ttlMs");
    }

    @Test
    void promptIsRenderedInBothEras() throws Exception {
        Map<String, Object> params = Map.of("name", "greet", "arguments", Map.of("name", "Ada"));
        var expected = List.of(Map.of("role", "user", "content", Map.of("type", "text", "text", "Hello Ada")));

        assertThat(client.stateless("prompts/get", params).result()).containsEntry("messages", expected);
        assertThat(client.call(client.open("2025-11-25"), "prompts/get", params).result())
                .containsEntry("messages", expected)
                .doesNotContainKey("resultType");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "{\"name\":\"gret\"} | Did you mean 'greet'?",
                "{} | name: is required",
                "{\"name\":\"greet\"} | name: is required and missing.",
                "{\"name\":\"greet\",\"arguments\":[]} | arguments: is not an object.",
                "{\"name\":\"greet\",\"arguments\":{\"name\":7}} | name: is not a string.",
                "{\"name\":\"greet\",\"arguments\":{\"name\":\"A\",\"prefx\":\"B\"}} | Did you mean 'prefix'?"
            })
    void whatIsWrongWithAPromptsArgumentsIsToldByName(String params, String told) throws Exception {
        var reply = client.call(client.open("2025-11-25"), "prompts/get", Json.readObject(params));

        assertThat(reply.errorCode()).isEqualTo(-32602L);
        assertThat(reply.message()).contains(told);
    }

    @Test
    void promptsAndResourcesNeedTheirScopes() throws Exception {
        Map<String, String> reader = Map.of("Authorization", "reader");
        String session = client.open("2025-11-25", reader);
        Map<String, String> headers = new LinkedHashMap<>(reader);
        headers.put("Mcp-Session-Id", session);
        for (Object[] call : new Object[][] {
            {"prompts/get", Map.of("name", "greet", "arguments", Map.of("name", "Ada"))},
            {"resources/read", Map.of("uri", "test://guarded")},
            {
                "completion/complete",
                Map.of(
                        "ref", Map.of("type", "ref/prompt", "name", "greet"),
                        "argument", Map.of("name", "name", "value", ""))
            }
        }) {
            var reply = client.post(McpClient.request(1L, (String) call[0], call[1]), headers);
            assertThat(reply.message()).contains("needs the scope " + Caller.MEMORY_WRITE);
        }
        var watching =
                client.post(McpClient.request(1L, "resources/subscribe", Map.of("uri", "test://guarded")), headers);
        assertThat(watching.errorCode()).isEqualTo(-32002L);
    }

    @Test
    void resourcesAndTemplatesAreListedApart() throws Exception {
        assertThat(client.stateless("resources/list", Map.of()).result().get("resources"))
                .asInstanceOf(LIST)
                .extracting(it -> Json.asObject(it).get("uri"))
                .containsExactly("test://guarded", "test://plain");
        assertThat(client.stateless("resources/templates/list", Map.of())
                        .result()
                        .get("resourceTemplates"))
                .asInstanceOf(LIST)
                .extracting(it -> Json.asObject(it).get("uriTemplate"))
                .containsExactly("test://item/{id}");
    }

    @Test
    void resourceIsReadAsTextOrBytes() throws Exception {
        assertThat(read("test://plain").result())
                .containsEntry(
                        "contents",
                        List.of(Map.of("uri", "test://plain", "mimeType", "text/plain", "text", "Plain text.")))
                .containsEntry("ttlMs", 0L);
        assertThat(read("test://item/7").result())
                .containsEntry(
                        "contents",
                        List.of(Map.of(
                                "uri", "test://item/7", "mimeType", "application/octet-stream", "blob", "AA==")));
    }

    @Test
    void hiddenAbsentAndUnheardOfAreToldAlike() throws Exception {
        String session = client.open("2025-11-25");
        for (String uri : List.of("test://item/hidden", "test://item/absent", "test://nowhere")) {
            var stateless = read(uri);
            var inSession = client.call(session, "resources/read", Map.of("uri", uri));

            assertThat(stateless.errorCode()).isEqualTo(-32602L);
            assertThat(inSession.errorCode()).isEqualTo(-32002L);
            for (var reply : List.of(stateless, inSession)) {
                assertThat(reply.error().get("data")).isEqualTo(Map.of("uri", uri));
                assertThat(reply.message()).isEqualTo("uri: there is no resource at '%s'.".formatted(uri));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unplugged", "buggy"})
    void failuresOfResourcesAreToldWithoutTheirDetails(String id) throws Exception {
        var reply = read("test://item/" + id);

        assertThat(reply.errorCode()).isEqualTo(-32603L);
        assertThat(reply.http().body()).contains("request").doesNotContain("secret");
    }

    @Test
    void suggestionsAreFilteredAndBounded() throws Exception {
        Map<String, Object> ref = Map.of("type", "ref/prompt", "name", "greet");
        var all = client.stateless(
                        "completion/complete", Map.of("ref", ref, "argument", Map.of("name", "name", "value", "va")))
                .result();
        var one = client.stateless(
                        "completion/complete",
                        Map.of(
                                "ref",
                                ref,
                                "argument",
                                Map.of("name", "name", "value", "149"),
                                "context",
                                Map.of("arguments", Map.of("prefix", "value"))))
                .result();

        assertThat(Json.asObject(all.get("completion"))).containsEntry("hasMore", true);
        assertThat(Json.asObject(all.get("completion")).get("values"))
                .asInstanceOf(LIST)
                .hasSize(100);
        assertThat(one).containsEntry("completion", Map.of("values", List.of("value149"), "hasMore", false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "{} | ref: is required",
                "{\"ref\":{\"type\":\"ref/odd\"},\"argument\":{\"name\":\"a\",\"value\":\"\"}} | ref.type",
                "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"}} | argument: is required",
                "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},\"argument\":{\"name\":\"nam\",\"value\":\"\"}} | 'name'",
                "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},\"argument\":{\"name\":\"name\",\"value\":7}} | strings",
                "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"test://itm/{id}\"},\"argument\":{\"name\":\"id\",\"value\":\"\"}} | 'test://item/{id}'",
                "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"test://item/{id}\"},\"argument\":{\"name\":\"idd\",\"value\":\"\"}} | 'id'"
            })
    void badCompletionRequestsAreToldByName(String params, String told) throws Exception {
        var reply = client.stateless("completion/complete", Json.readObject(params));

        assertThat(reply.errorCode()).isEqualTo(-32602L);
        assertThat(reply.message()).contains(told);
    }

    @Test
    void sessionIsToldOfChangesOfWhatItWatchesAndOfThoseItMissed() throws Exception {
        String session = client.open("2025-11-25");
        client.call(session, "resources/subscribe", Map.of("uri", "test://plain"));
        client.call(session, "resources/subscribe", Map.of("uri", "test://item/7"));
        client.call(session, "resources/unsubscribe", Map.of("uri", "test://item/7"));
        var stream = client.stream("GET", "", Map.of("Mcp-Session-Id", session));
        String seen = stream.next().substring("id: ".length());
        assertThat(stream.next()).isEqualTo("data: ");

        server.changes.changed("test://item/7");
        server.changes.changed("test://plain");

        assertThat(stream.next()).startsWith("id: ");
        assertThat(stream.message())
                .containsEntry("method", "notifications/resources/updated")
                .containsEntry("params", Map.of("uri", "test://plain"));
        var back = client.stream("GET", "", Map.of("Mcp-Session-Id", session, "Last-Event-ID", seen));
        assertThat(back.next()).startsWith("id: ");
        assertThat(back.next()).isEqualTo("data: ");
        assertThat(back.next()).startsWith("id: ");
        assertThat(back.message()).containsEntry("params", Map.of("uri", "test://plain"));
    }

    @Test
    void listenerIsToldOfChangesOfWhatItWatches() throws Exception {
        Map<String, Object> params = McpClient.withMeta(Map.of(
                "notifications",
                Map.of(
                        "resourceSubscriptions",
                        List.of("test://plain", "test://nowhere"),
                        "promptsListChanged",
                        true)));
        var stream = client.stream(
                "POST",
                McpClient.request("s", "subscriptions/listen", params),
                McpClient.statelessHeaders("subscriptions/listen", params));
        assertThat(Json.asObject(stream.message().get("params")).get("notifications"))
                .isEqualTo(Map.of("promptsListChanged", true, "resourceSubscriptions", List.of("test://plain")));

        server.changes.changed("test://nowhere");
        server.changes.changed("test://plain");

        assertThat(stream.message().get("params"))
                .isEqualTo(Map.of("uri", "test://plain", "_meta", Map.of(Protocol.META_SUBSCRIPTION, "s")));
        server.servlet.removePrompt(PROMPT);
        assertThat(stream.message()).containsEntry("method", "notifications/prompts/list_changed");
    }

    @Test
    void sessionWatchesABoundedNumberOfResources() throws Exception {
        String session = client.open("2025-11-25");
        for (int i = 0; i < 100; i++) {
            client.call(session, "resources/subscribe", Map.of("uri", "test://item/" + i))
                    .result();
        }

        var reply = client.call(session, "resources/subscribe", Map.of("uri", "test://item/100"));

        assertThat(reply.errorCode()).isEqualTo(-32602L);
        assertThat(reply.message()).contains("100");
    }

    private McpClient.Reply read(String uri) throws Exception {
        return client.stateless("resources/read", Map.of("uri", uri), Map.of("Mcp-Name", uri));
    }
}
