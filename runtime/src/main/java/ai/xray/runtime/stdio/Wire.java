package ai.xray.runtime.stdio;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A message as far as the transport has to know it. */
record Wire(String text, Map<String, Object> message) {
    private static final String META_VERSION = "io.modelcontextprotocol/protocolVersion";
    private static final Pattern PLAIN = Pattern.compile("[!-~]([ -~]*[!-~])?");
    private static final Map<String, String> NAMED_BY =
            Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri");

    /** The message of a line; what is no object passes as one without members, and the server says what is wrong. */
    static Wire of(String line) {
        try {
            return new Wire(line, Json.readObject(line));
        } catch (JsonException e) {
            return new Wire(line, Map.of());
        }
    }

    Optional<String> method() {
        return Optional.ofNullable(message.get("method"))
                .filter(String.class::isInstance)
                .map(String.class::cast);
    }

    boolean is(String method) {
        return method.equals(message.get("method"));
    }

    /** The id of a request; empty for anything else. */
    Optional<Object> requestId() {
        return method().isEmpty() ? Optional.empty() : Optional.ofNullable(message.get("id"));
    }

    /** The id of the request that this notification cancels. */
    Optional<Object> cancels() {
        return is("notifications/cancelled") ? Optional.ofNullable(params().get("requestId")) : Optional.empty();
    }

    /** The revision that a message names which needs no session. */
    Optional<String> version() {
        return params().get("_meta") instanceof Map<?, ?> meta && meta.get(META_VERSION) instanceof String version
                ? Optional.of(version)
                : Optional.empty();
    }

    /** The headers that repeat parts of a message that needs no session. */
    Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        version().ifPresent(version -> headers.put("MCP-Protocol-Version", version));
        method().ifPresent(method -> {
            headers.put("Mcp-Method", encoded(method));
            if (params().get(NAMED_BY.getOrDefault(method, "")) instanceof String name) {
                headers.put("Mcp-Name", encoded(name));
            }
        });
        return headers;
    }

    private Map<String, Object> params() {
        return message.get("params") instanceof Map<?, ?> params ? Json.asObject(params) : Map.of();
    }

    /** Text that a header cannot carry goes in Base64, as does what looks as if it did. */
    private static String encoded(String text) {
        return PLAIN.matcher(text).matches() && !text.startsWith("=?base64?")
                ? text
                : "=?base64?" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "?=";
    }
}
