package ai.xray.mcp;

import ai.xray.json.Json;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads and writes JSON-RPC 2.0 messages as MCP narrows it: ids are strings or integers, parameters are objects. */
final class JsonRpc {
    private JsonRpc() {}

    /**
     * The message in {@code value}.
     *
     * @throws RpcException when it is not one
     */
    static Message message(Object value) throws RpcException {
        if (!(value instanceof Map<?, ?>)) {
            throw RpcException.invalidRequest(400, "The body is not a JSON-RPC message: give one object.");
        }
        Map<String, Object> object = Json.asObject(value);
        if (!"2.0".equals(object.get("jsonrpc"))) {
            throw RpcException.invalidRequest(400, "jsonrpc: is not \"2.0\", the only version there is.");
        }
        Object id = object.get("id");
        if (object.containsKey("id") && !isId(id)) {
            throw RpcException.invalidRequest(400, "id: is neither a string nor an integer.");
        }
        if (!object.containsKey("method")) {
            return response(object, id);
        }
        if (!(object.get("method") instanceof String method)) {
            throw RpcException.invalidRequest(400, "method: is not a string.");
        }
        Map<String, Object> params = params(object);
        return id == null ? new Message.Notification(method, params) : new Message.Request(id, method, params);
    }

    /** The {@code id} of what may not be a message otherwise, for the error that says so. */
    static Optional<Object> idOf(Object value) {
        return value instanceof Map<?, ?> object && isId(object.get("id"))
                ? Optional.of(object.get("id"))
                : Optional.empty();
    }

    /** The text of a result response; {@code members} is the inside of the result object. */
    static String result(Object id, String members) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + scalar(id) + ",\"result\":{" + members + "}}";
    }

    /** The text of an error response; without {@code id}, as MCP has it, where that could not be read. */
    static String error(Optional<Object> id, RpcException failure) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", failure.code());
        error.put("message", failure.getMessage());
        if (!failure.data().isEmpty()) {
            error.put("data", failure.data());
        }
        String head = id.map(it -> ",\"id\":" + scalar(it)).orElse("");
        return "{\"jsonrpc\":\"2.0\"" + head + ",\"error\":" + Json.write(error) + "}";
    }

    /** The text of a request of ours; {@code params} may be empty. */
    static String request(String id, String method, Map<String, Object> params) {
        return message(Optional.of(id), method, params);
    }

    /** The text of a notification; {@code params} may be empty. */
    static String notification(String method, Map<String, Object> params) {
        return message(Optional.empty(), method, params);
    }

    private static String message(Optional<String> id, String method, Map<String, Object> params) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        id.ifPresent(it -> message.put("id", it));
        message.put("method", method);
        if (!params.isEmpty()) {
            message.put("params", params);
        }
        return Json.write(message);
    }

    /** The inside of {@code object}'s text, for {@link #result}. */
    static String members(Map<String, Object> object) {
        String text = Json.write(object);
        return text.substring(1, text.length() - 1);
    }

    /** Whether {@code value} may be a request's id or a progress token. */
    static boolean isId(Object value) {
        return value instanceof String || value instanceof Long || value instanceof BigInteger;
    }

    private static Message response(Map<String, Object> object, Object id) throws RpcException {
        boolean answers = id != null && (object.containsKey("result") ^ object.containsKey("error"));
        if (!answers) {
            throw RpcException.invalidRequest(
                    400,
                    "The body is not a JSON-RPC message: it has neither a method nor an id with one result or error.");
        }
        Optional<Map<String, Object>> result =
                object.get("result") instanceof Map<?, ?> given ? Optional.of(Json.asObject(given)) : Optional.empty();
        return new Message.Response(id, result);
    }

    private static Map<String, Object> params(Map<String, Object> object) throws RpcException {
        Object params = object.get("params");
        if (params == null) {
            return Map.of();
        }
        if (!(params instanceof Map<?, ?>)) {
            throw RpcException.invalidRequest(400, "params: is not an object.");
        }
        return Json.asObject(params);
    }

    private static String scalar(Object id) {
        return id instanceof Long number ? Long.toString(number) : Json.write(id);
    }
}
