package ai.xray.harness;

import ai.xray.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The memory tools of a server as an agent calls them. */
public record MemoryTools(McpClient client) {
    /** The largest page of {@code list_memory}. */
    private static final long PAGE = 200;

    /**
     * Writes a note.
     *
     * @return the id that the server gave it
     */
    public String note(String title, String content) throws IOException {
        Map<String, Object> reply =
                client.callTool("upsert_memory", Map.of("kind", "note", "title", title, "content", content));
        ProtocolViolation.unless("created".equals(reply.get("status")), "a new note is created", reply);
        return (String) reply.get("id");
    }

    /** The ids that a search finds, best first. */
    public List<String> search(String query) throws IOException {
        return ids(client.callTool("search_memory", Map.of("query", query)).get("results"));
    }

    /** The fields of one cell. */
    public Map<String, Object> get(String id) throws IOException {
        return Json.asObject(client.callTool("get_memory", Map.of("id", id)).get("cell"));
    }

    /** All cells that are listed, over all pages. */
    public List<Map<String, Object>> list() throws IOException {
        List<Map<String, Object>> cells = new ArrayList<>();
        Map<String, Object> arguments = new LinkedHashMap<>(Map.of("limit", PAGE));
        while (true) {
            Map<String, Object> page = client.callTool("list_memory", arguments);
            objects(page.get("cells")).forEach(cells::add);
            Object next = page.get("nextCursor");
            if (next == null) {
                return cells;
            }
            arguments.put("cursor", next);
        }
    }

    private static List<String> ids(Object cells) {
        return objects(cells).stream().map(cell -> (String) cell.get("id")).toList();
    }

    private static List<Map<String, Object>> objects(Object list) {
        return ((List<?>) list).stream().map(Json::asObject).toList();
    }
}
