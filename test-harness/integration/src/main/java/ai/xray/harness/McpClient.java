package ai.xray.harness;

import ai.xray.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An MCP client over streamable HTTP that believes nothing: whatever the protocol does not allow is a
 * {@link ProtocolViolation}. Safe for use by many threads; each call waits for its answer.
 */
public final class McpClient implements AutoCloseable {
    private static final String ENDPOINT = "/mcp";
    private static final String SESSION_HEADER = "Mcp-Session-Id";
    private static final String META = "io.modelcontextprotocol/";
    private static final Map<String, Object> CLIENT = Map.of("name", "xray-harness", "version", "0.1.0");
    private static final Set<String> CACHEABLE =
            Set.of("server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list");

    private final Http http;
    private final Era era;
    private final Optional<String> session;
    private final AtomicLong ids;

    private McpClient(Http http, Era era, Optional<String> session, AtomicLong ids) {
        this.http = http;
        this.era = era;
        this.session = session;
        this.ids = ids;
    }

    /** A client that has done what its era asks for before the first call. */
    public static McpClient connect(URI server, Era era) throws IOException {
        Http http = new Http(server);
        boolean connected = false;
        try {
            McpClient client = connect(http, era);
            connected = true;
            return client;
        } finally {
            if (!connected) {
                http.close();
            }
        }
    }

    private static McpClient connect(Http http, Era era) throws IOException {
        AtomicLong ids = new AtomicLong();
        McpClient client = new McpClient(http, era, Optional.empty(), ids);
        if (era == Era.STATELESS) {
            client.discover();
            return client;
        }
        McpClient inSession = new McpClient(http, era, Optional.of(client.initialize()), ids);
        inSession.notifyInitialized();
        return inSession;
    }

    /**
     * Any request.
     *
     * @throws Rejected when it is answered with an error
     * @throws IOException when it is not answered
     */
    public Map<String, Object> request(String method, Map<String, Object> params) throws IOException {
        long id = ids.incrementAndGet();
        HttpResponse<String> response =
                http.post(ENDPOINT, headers(method, params), JsonRpc.request(id, method, complete(params)));
        checkSession(response);
        Map<String, Object> result = JsonRpc.result(response, id);
        checkEra(method, result);
        return result;
    }

    /** The names of the tools that are offered, in the server's order. */
    public List<String> toolNames() throws IOException {
        return tools().stream().map(tool -> (String) tool.get("name")).toList();
    }

    /** The tools that are offered, in the server's order. */
    public List<Map<String, Object>> tools() throws IOException {
        Map<String, Object> result = request("tools/list", Map.of());
        ProtocolViolation.unless(
                !result.containsKey("nextCursor"), "tools/list answers with all tools", result.get("nextCursor"));
        List<Map<String, Object>> tools =
                list(result, "tools").stream().map(Json::asObject).toList();
        Set<Object> names = new HashSet<>();
        for (Map<String, Object> tool : tools) {
            ProtocolViolation.unless(
                    tool.get("name") instanceof String name && names.add(name),
                    "a tool has a name that is listed once",
                    tool.get("name"));
            ProtocolViolation.unless(
                    "object".equals(Json.asObject(tool.get("inputSchema")).get("type")),
                    "an input schema is of an object",
                    tool);
        }
        return tools;
    }

    /**
     * The structured answer of a tool.
     *
     * @throws ToolError when the tool answers that it could not
     * @throws Rejected when there is no such tool, or the request is refused
     */
    public Map<String, Object> callTool(String name, Map<String, Object> arguments) throws IOException {
        ToolAnswer answer = call(name, arguments);
        ProtocolViolation.unless(!answer.structured().isEmpty(), name + " answers with structuredContent", answer);
        return answer.structured();
    }

    /** The answer of a tool that may have answered in words alone; throws as {@link #callTool} does. */
    public ToolAnswer call(String name, Map<String, Object> arguments) throws IOException {
        Map<String, Object> result = request("tools/call", Map.of("name", name, "arguments", arguments));
        String text = text(name, list(result, "content"));
        Map<String, Object> structured =
                result.containsKey("structuredContent") ? Json.asObject(result.get("structuredContent")) : Map.of();
        Object error = result.getOrDefault("isError", false);
        ProtocolViolation.unless(error instanceof Boolean, "isError is a boolean", error);
        if (error.equals(true)) {
            throw new ToolError(text, structured);
        }
        return new ToolAnswer(structured, text);
    }

    /** Ends the session, if there is one that still answers, and closes the connections. */
    @Override
    public void close() {
        try (http) {
            if (session.isPresent()) {
                http.delete(ENDPOINT, sessionHeaders());
            }
        } catch (IOException e) {
            // The server is gone, and the session with it.
        }
    }

    private void discover() throws IOException {
        Map<String, Object> discovered = request("server/discover", Map.of());
        ProtocolViolation.unless(
                list(discovered, "supportedVersions").contains(era.revision()),
                "server/discover lists the revision it was asked in",
                discovered);
        ProtocolViolation.unless(
                Json.asObject(discovered.get("capabilities")).containsKey("tools"),
                "server/discover tells that there are tools",
                discovered);
    }

    private String initialize() throws IOException {
        long id = ids.incrementAndGet();
        Map<String, Object> params =
                Map.of("protocolVersion", era.revision(), "capabilities", Map.of(), "clientInfo", CLIENT);
        HttpResponse<String> response =
                http.post(ENDPOINT, contentHeaders(), JsonRpc.request(id, "initialize", params));
        Map<String, Object> result = JsonRpc.result(response, id);
        ProtocolViolation.unless(
                era.revision().equals(result.get("protocolVersion")),
                "initialize is answered in the revision it asked for",
                result.get("protocolVersion"));
        ProtocolViolation.unless(
                Json.asObject(result.get("capabilities")).containsKey("tools"),
                "initialize tells that there are tools",
                result);
        checkImplementation(result.get("serverInfo"));
        String sessionId = response.headers().firstValue(SESSION_HEADER).orElse("");
        ProtocolViolation.unless(sessionId.matches("[\\x21-\\x7E]+"), "a session id is visible ASCII", sessionId);
        return sessionId;
    }

    private void notifyInitialized() throws IOException {
        Map<String, String> headers = contentHeaders();
        headers.putAll(sessionHeaders());
        HttpResponse<String> response = http.post(ENDPOINT, headers, JsonRpc.notification("notifications/initialized"));
        ProtocolViolation.unless(
                response.statusCode() == 202 && response.body().isEmpty(),
                "a notification is answered with 202 and nothing",
                response);
    }

    private Map<String, String> headers(String method, Map<String, Object> params) {
        Map<String, String> headers = contentHeaders();
        headers.putAll(sessionHeaders());
        if (era == Era.STATELESS) {
            headers.put("Mcp-Method", method);
            Object name = params.getOrDefault("name", params.get("uri"));
            if (name != null) {
                headers.put("Mcp-Name", name.toString());
            }
        }
        return headers;
    }

    private static Map<String, String> contentHeaders() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "application/json, text/event-stream");
        return headers;
    }

    private Map<String, String> sessionHeaders() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("MCP-Protocol-Version", era.revision());
        session.ifPresent(id -> headers.put(SESSION_HEADER, id));
        return headers;
    }

    private Map<String, Object> complete(Map<String, Object> params) {
        if (era == Era.SESSION) {
            return params;
        }
        Map<String, Object> complete = new LinkedHashMap<>(params);
        complete.put(
                "_meta",
                Map.of(
                        META + "protocolVersion", era.revision(),
                        META + "clientInfo", CLIENT,
                        META + "clientCapabilities", Map.of()));
        return complete;
    }

    private void checkSession(HttpResponse<String> response) {
        Optional<String> answered = response.headers().firstValue(SESSION_HEADER);
        ProtocolViolation.unless(
                answered.isEmpty() || answered.equals(session),
                "a response names no session but that of its request",
                answered);
    }

    private void checkEra(String method, Map<String, Object> result) {
        if (era == Era.SESSION) {
            ProtocolViolation.unless(!result.containsKey("resultType"), "resultType is not of the session era", result);
            return;
        }
        ProtocolViolation.unless("complete".equals(result.get("resultType")), "resultType is complete", result);
        checkImplementation(Json.asObject(result.get("_meta")).get(META + "serverInfo"));
        if (CACHEABLE.contains(method)) {
            ProtocolViolation.unless(
                    result.get("ttlMs") instanceof Long ttl && ttl >= 0,
                    method + " answers with ttlMs",
                    result.get("ttlMs"));
            Object scope = result.get("cacheScope");
            ProtocolViolation.unless(
                    "public".equals(scope) || "private".equals(scope), method + " answers with cacheScope", scope);
        }
    }

    private static void checkImplementation(Object info) {
        Map<String, Object> server = Json.asObject(info);
        ProtocolViolation.unless(
                server.get("name") instanceof String && server.get("version") instanceof String,
                "serverInfo has name and version",
                server);
    }

    private static String text(String tool, List<Object> content) {
        List<String> texts = content.stream()
                .map(Json::asObject)
                .filter(block -> "text".equals(block.get("type")))
                .map(block -> Objects.toString(block.get("text"), ""))
                .toList();
        String text = String.join("\n", texts);
        ProtocolViolation.unless(!text.isBlank(), tool + " answers with a text", content);
        return text;
    }

    private static List<Object> list(Map<String, Object> object, String name) {
        ProtocolViolation.unless(object.get(name) instanceof List, name + " is a list", object);
        return List.copyOf((List<?>) object.get(name));
    }
}
