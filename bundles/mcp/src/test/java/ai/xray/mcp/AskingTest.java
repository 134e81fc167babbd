package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.json.Json;
import ai.xray.tool.Answer;
import ai.xray.tool.Question;
import ai.xray.tool.ToolReply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AskingTest {
    private static final Question.Form NAME = new Question.Form(
            "Your name?", Map.of("type", "object", "properties", Map.of("name", Map.of("type", "string"))));
    private static final Question.Form COLOUR = new Question.Form(
            "Your colour?", Map.of("type", "object", "properties", Map.of("colour", Map.of("type", "string"))));
    private static final Map<String, Object> ALL =
            Map.of("elicitation", Map.of(), "sampling", Map.of(), "roots", Map.of());

    private final CompletableFuture<Throwable> ended = new CompletableFuture<>();
    private McpTestServer server;
    private McpClient client;

    @BeforeEach
    void start() throws Exception {
        server = new McpTestServer(
                SampleTool.named("twice", invocation -> {
                    Answer.Form name = invocation.ask("name", NAME);
                    Answer.Form colour = invocation.ask("colour", COLOUR);
                    return ToolReply.text(name.action().wire() + " " + name.content() + " " + colour.content());
                }),
                SampleTool.named("model", invocation -> {
                    invocation.progress(1, OptionalDouble.empty(), "asking");
                    try {
                        return ToolReply.text(invocation
                                .ask("q", new Question.Sample("Say hi.", Optional.of("Be brief."), 5))
                                .text());
                    } catch (java.io.IOException e) {
                        ended.complete(e);
                        throw e;
                    }
                }),
                SampleTool.named(
                        "roots",
                        invocation -> ToolReply.text(invocation
                                .ask("r", new Question.Roots())
                                .roots()
                                .toString())));
        client = new McpClient(server.address());
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void statelessClientIsAskedByResultsUntilAllIsAnswered() throws Exception {
        var first = call("twice", Map.of(), "alice").result();
        assertThat(first)
                .containsEntry("resultType", "input_required")
                .containsOnlyKeys("resultType", "_meta", "inputRequests", "requestState");
        assertThat(first.get("inputRequests"))
                .isEqualTo(Map.of(
                        "name",
                        Map.of(
                                "method",
                                "elicitation/create",
                                "params",
                                Map.of("message", "Your name?", "requestedSchema", NAME.schema()))));

        var second = call("twice", answer("name", Map.of("name", "Ada"), first), "alice")
                .result();
        assertThat(Json.asObject(second.get("inputRequests"))).containsOnlyKeys("colour");
        var third = call("twice", answer("colour", Map.of("colour", "blue"), second), "alice")
                .result();

        assertThat(third).containsEntry("resultType", "complete");
        assertThat(text(third)).isEqualTo("accept {name=Ada} {colour=blue}");
    }

    @Test
    void whatIsNotAnsweredIsAskedAgain() throws Exception {
        var first = call("twice", Map.of(), "alice").result();

        var again = call("twice", answer("other", Map.of("name", "Ada"), first), "alice")
                .result();

        assertThat(Json.asObject(again.get("inputRequests"))).containsOnlyKeys("name");
    }

    @Test
    void clientThatCannotBeAskedIsToldWhatIsMissing() throws Exception {
        var reply = client.stateless("tools/call", Map.of("name", "model"));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo(-32021L);
        assertThat(reply.error()).containsEntry("data", Map.of("requiredCapabilities", Map.of("sampling", Map.of())));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "null | inputResponses: is not an object of objects.",
                "[] | inputResponses: is not an object of objects.",
                "{\"name\":7} | inputResponses: is not an object of objects.",
            })
    void answersOfNoShapeAreInvalidParams(String responses, String told) throws Exception {
        var reply = call("twice", params("inputResponses", Json.read(responses)), "alice");

        assertThat(reply.errorCode()).isEqualTo(-32602L);
        assertThat(reply.message()).isEqualTo(told);
    }

    @Test
    void answerThatIsNoneToTheQuestionIsToldByName() throws Exception {
        var reply = call("twice", params("inputResponses", Map.of("name", Map.of("action", "acept"))), "alice");

        assertThat(reply.result()).containsEntry("isError", true);
        assertThat(Json.asObject(reply.result().get("structuredContent")))
                .containsEntry("field", "inputResponses.name.action")
                .containsEntry("closest", "accept");
    }

    @Test
    void attack40StateOfAnotherCallerIsRefused() throws Exception {
        var alices = call("twice", Map.of(), "alice").result();

        assertRefused(call("twice", answer("name", Map.of("name", "Bob"), alices), "bob"));
    }

    @Test
    void attack41TamperedOrReplayedStateIsRefused() throws Exception {
        var first = call("twice", Map.of(), "alice").result();
        Map<String, Object> tampered = new LinkedHashMap<>(first);
        tampered.put("requestState", first.get("requestState") + "A");
        assertRefused(call("twice", answer("name", Map.of("name", "Eve"), tampered), "alice"));
        assertRefused(call("model", answer("name", Map.of("name", "Eve"), first), "alice"));
        assertRefused(call("twice", params("requestState", 7), "alice"));

        call("twice", answer("name", Map.of("name", "Ada"), first), "alice").result();
        assertRefused(call("twice", answer("name", Map.of("name", "Eve"), first), "alice"));
    }

    @Test
    void sessionClientIsAskedOnTheStreamAndItsAnswerEndsTheWait() throws Exception {
        String session = open(ALL);
        var stream = callOnStream(session, "model");
        Map<String, Object> asked = skipTo(stream, "sampling/createMessage");
        assertThat(Json.asObject(asked.get("params")))
                .containsEntry("systemPrompt", "Be brief.")
                .containsEntry("maxTokens", 5L);

        respond(
                session,
                asked,
                Map.of("model", "m", "role", "assistant", "content", Map.of("type", "text", "text", "hi")));

        assertThat(text(Json.asObject(nextMessage(stream).get("result")))).isEqualTo("hi");
    }

    @Test
    void attack40AnotherCallersAnswerDoesNotReachTheSession() throws Exception {
        String session = open(ALL);
        var stream = callOnStream(session, "roots");
        Map<String, Object> asked = skipTo(stream, "roots/list");
        String forged = Json.write(Map.of(
                "jsonrpc",
                "2.0",
                "id",
                asked.get("id"),
                "result",
                Map.of("roots", List.of(Map.of("uri", "file:///evil")))));

        var bob = client.post(forged, Map.of("Mcp-Session-Id", session, "Authorization", "bob"));
        var stranger = client.post(forged, Map.of("Mcp-Session-Id", client.open("2025-11-25")));

        assertThat(bob.status()).isEqualTo(404);
        assertThat(stranger.status()).as("taken, and for nobody").isEqualTo(202);
        respond(session, asked, Map.of("roots", List.of(Map.of("uri", "file:///good", "name", "n"))));
        assertThat(text(Json.asObject(nextMessage(stream).get("result"))))
                .contains("good")
                .doesNotContain("evil");
    }

    @Test
    void sessionClientThatCannotBeAskedIsToldByATool() throws Exception {
        var reply = client.call(open(Map.of()), "tools/call", Map.of("name", "model"));

        assertThat(reply.result()).containsEntry("isError", true);
        assertThat(text(reply.result())).contains("'sampling'");
    }

    @Test
    void errorOfTheClientEndsTheCallInWords() throws Exception {
        String session = open(ALL);
        var stream = callOnStream(session, "roots");
        Map<String, Object> asked = skipTo(stream, "roots/list");

        client.post(
                Json.write(
                        Map.of("jsonrpc", "2.0", "id", asked.get("id"), "error", Map.of("code", -1, "message", "no"))),
                Map.of("Mcp-Session-Id", session));

        assertThat(Json.asObject(nextMessage(stream).get("result"))).containsEntry("isError", true);
    }

    @Test
    void cancellingTheCallEndsTheWaitAndWithdrawsTheQuestion() throws Exception {
        String session = open(ALL);
        var stream = callOnStream(session, "model");
        Map<String, Object> asked = skipTo(stream, "sampling/createMessage");

        client.post(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":9}}",
                Map.of("Mcp-Session-Id", session));

        assertThat(ended.get(20, TimeUnit.SECONDS)).hasMessage("the client no longer waits");
        Map<String, Object> withdrawn = nextMessage(stream);
        assertThat(withdrawn)
                .containsEntry("method", "notifications/cancelled")
                .containsEntry("params", Map.of("requestId", asked.get("id")));
    }

    @Test
    void endOfTheSessionEndsTheWait() throws Exception {
        String session = open(ALL);
        var stream = callOnStream(session, "roots");
        skipTo(stream, "roots/list");

        client.send("DELETE", "", Map.of("Mcp-Session-Id", session));

        assertThat(Json.asObject(nextMessage(stream).get("result"))).containsEntry("isError", true);
    }

    @Test
    void lostStreamOfACallIsTakenUpWhereItWasLost() throws Exception {
        String session = open(ALL);
        var lost = callOnStream(session, "model");
        String primed = lost.next().substring("id: ".length());
        assertThat(lost.next()).isEqualTo("data: ");
        Map<String, Object> asked = skipTo(lost, "sampling/createMessage");

        var again = client.stream("GET", "", Map.of("Mcp-Session-Id", session, "Last-Event-ID", primed));
        assertThat(nextMessage(again)).containsEntry("method", "notifications/progress");
        assertThat(nextMessage(again)).isEqualTo(asked);
        respond(
                session,
                asked,
                Map.of("model", "m", "role", "assistant", "content", Map.of("type", "text", "text", "hi")));

        assertThat(text(Json.asObject(nextMessage(again).get("result")))).isEqualTo("hi");
        assertThat(again.next()).isEqualTo(McpClient.Lines.END);
        var late = client.stream("GET", "", Map.of("Mcp-Session-Id", session, "Last-Event-ID", primed));
        assertThat(nextMessage(late)).containsEntry("method", "notifications/progress");
        assertThat(client.send(
                                "GET",
                                "",
                                Map.of(
                                        "Accept",
                                        "text/event-stream",
                                        "Mcp-Session-Id",
                                        client.open("2025-11-25"),
                                        "Last-Event-ID",
                                        primed))
                        .status())
                .as("another session's stream")
                .isEqualTo(410);
    }

    private McpClient.Reply call(String tool, Map<String, Object> more, String caller) throws Exception {
        Map<String, Object> params = new LinkedHashMap<>(more);
        params.put("name", tool);
        params.put("_meta", Map.of(Protocol.META_CAPABILITIES, ALL));
        return client.stateless("tools/call", params, Map.of("Authorization", caller));
    }

    private static Map<String, Object> params(String name, Object value) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put(name, value);
        return params;
    }

    private static Map<String, Object> answer(String key, Map<String, Object> content, Map<String, Object> result) {
        return Map.of(
                "inputResponses",
                Map.of(key, Map.of("action", "accept", "content", content)),
                "requestState",
                result.get("requestState"));
    }

    private static void assertRefused(McpClient.Reply reply) {
        assertThat(reply.errorCode()).isEqualTo(-32602L);
        assertThat(reply.message()).startsWith("requestState: ");
    }

    private static String text(Map<String, Object> result) {
        return (String)
                Json.asObject(((List<?>) result.get("content")).getFirst()).get("text");
    }

    private String open(Map<String, Object> capabilities) throws Exception {
        return client.post(
                        McpClient.request(
                                1L,
                                "initialize",
                                Map.of("protocolVersion", "2025-11-25", "capabilities", capabilities)),
                        Map.of())
                .header("Mcp-Session-Id");
    }

    private McpClient.Lines callOnStream(String session, String tool) throws Exception {
        return client.stream(
                "POST",
                McpClient.request(9L, "tools/call", Map.of("name", tool, "_meta", Map.of("progressToken", "p"))),
                Map.of("Mcp-Session-Id", session));
    }

    private void respond(String session, Map<String, Object> asked, Map<String, Object> result) throws Exception {
        var accepted = client.post(
                Json.write(Map.of("jsonrpc", "2.0", "id", asked.get("id"), "result", result)),
                Map.of("Mcp-Session-Id", session));
        assertThat(accepted.status()).isEqualTo(202);
    }

    private static Map<String, Object> skipTo(McpClient.Lines stream, String method) throws Exception {
        Map<String, Object> message = nextMessage(stream);
        while (!method.equals(message.get("method"))) {
            message = nextMessage(stream);
        }
        return message;
    }

    private static Map<String, Object> nextMessage(McpClient.Lines stream) throws Exception {
        String line = stream.next();
        while (!line.startsWith("data: {")) {
            assertThat(line).isNotEqualTo(McpClient.Lines.END);
            line = stream.next();
        }
        return Json.readObject(line.substring("data: ".length()));
    }
}
