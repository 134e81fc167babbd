package ai.xray.harness;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** JSON-RPC 2.0 messages, read without any leniency. */
final class JsonRpc {
    private static final Set<String> RESULT = Set.of("jsonrpc", "id", "result");
    private static final Set<String> ERROR = Set.of("jsonrpc", "id", "error");
    private static final Set<String> ERROR_MEMBERS = Set.of("code", "message", "data");
    private static final Set<String> NOTIFICATION = Set.of("jsonrpc", "method", "params");

    private JsonRpc() {}

    /** The text of a request. */
    static String request(long id, String method, Map<String, Object> params) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        message.put("id", id);
        message.put("method", method);
        message.put("params", params);
        return Json.write(message);
    }

    /** The text of a notification without parameters. */
    static String notification(String method) {
        return Json.write(Map.of("jsonrpc", "2.0", "method", method));
    }

    /**
     * The result in a response to the request {@code id}.
     *
     * @throws Rejected when it holds an error, or is not of the protocol and says so by its status
     */
    static Map<String, Object> result(HttpResponse<String> response, long id) {
        String type = mediaType(response);
        if (response.statusCode() != 200 && !type.equals("application/json")) {
            throw new Rejected(response.statusCode(), 0, response.body(), Map.of());
        }
        Map<String, Object> message = type.equals("text/event-stream")
                ? lastOf(EventStream.messages(response.body()))
                : onlyOne(response, type);
        return result(response.statusCode(), message, id);
    }

    private static String mediaType(HttpResponse<String> response) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> onlyOne(HttpResponse<String> response, String type) {
        ProtocolViolation.unless(type.equals("application/json"), "a request is answered with JSON or events", type);
        return parse(response.body());
    }

    /** Before the response a stream may carry notifications; after it, nothing. */
    private static Map<String, Object> lastOf(List<String> messages) {
        ProtocolViolation.unless(!messages.isEmpty(), "an event stream ends with the response", messages);
        for (String text : messages.subList(0, messages.size() - 1)) {
            Map<String, Object> message = parse(text);
            ProtocolViolation.unless(
                    message.get("method") instanceof String && NOTIFICATION.containsAll(message.keySet()),
                    "before the response a stream holds only notifications",
                    text);
        }
        return parse(messages.getLast());
    }

    private static Map<String, Object> parse(String text) {
        try {
            Map<String, Object> message = Json.readObject(text);
            ProtocolViolation.unless("2.0".equals(message.get("jsonrpc")), "jsonrpc is \"2.0\"", text);
            return message;
        } catch (JsonException e) {
            throw new ProtocolViolation("a message is not a JSON object (" + e.getMessage() + "): " + text);
        }
    }

    private static Map<String, Object> result(int status, Map<String, Object> message, long id) {
        if (message.containsKey("error")) {
            throw error(status, message, id);
        }
        ProtocolViolation.unless(status == 200, "a result comes with the status 200", status);
        ProtocolViolation.unless(
                message.keySet().equals(RESULT), "a response has jsonrpc, id and result", message.keySet());
        ProtocolViolation.unless(
                message.get("id").equals(id), "a response has the id of its request", message.get("id"));
        return Json.asObject(message.get("result"));
    }

    private static Rejected error(int status, Map<String, Object> message, long id) {
        ProtocolViolation.unless(
                ERROR.containsAll(message.keySet()), "an error response has jsonrpc, id and error", message.keySet());
        // A request that could not be read has no id to answer to.
        Object answered = message.get("id");
        ProtocolViolation.unless(
                answered == null || answered.equals(id), "an error has the id of its request or none", answered);
        Map<String, Object> error = Json.asObject(message.get("error"));
        ProtocolViolation.unless(
                ERROR_MEMBERS.containsAll(error.keySet()),
                "an error object has code, message and data",
                error.keySet());
        ProtocolViolation.unless(error.get("code") instanceof Long, "an error's code is an integer", error.get("code"));
        ProtocolViolation.unless(
                error.get("message") instanceof String text && !text.isBlank(), "an error has a message", error);
        Map<String, Object> data = error.get("data") == null ? Map.of() : Json.asObject(error.get("data"));
        return new Rejected(status, (Long) error.get("code"), (String) error.get("message"), data);
    }
}
