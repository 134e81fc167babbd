package ai.xray.memory.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.json.Json;
import ai.xray.memory.NotFound;
import ai.xray.memory.internal.Room;
import ai.xray.tool.Tool;
import ai.xray.tool.ToolReply;
import ai.xray.tool.ToolSpec;
import ai.xray.tool.ToolSpec.Effect;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class ToolsTest {
    private final Room room;
    private final Tool search;
    private final Tool get;
    private final Tool list;
    private final Tool upsert;
    private final Tool delete;
    private final List<Tool> all;

    ToolsTest() throws IOException {
        room = Room.empty();
        search = new SearchMemoryTool(room.service);
        get = new GetMemoryTool(room.service);
        list = new ListMemoryTool(room.service);
        upsert = new UpsertMemoryTool(room.service);
        delete = new DeleteMemoryTool(room.service);
        all = AllTools.over(room.service);
    }

    private static Map<String, Object> call(Tool tool, String arguments) throws IOException {
        ToolReply reply = tool.call(new Call(Json.readObject(arguments)));
        Map<String, Object> structured =
                Json.readObject(Json.write(reply.structured().orElseThrow()));
        assertConforms(structured, tool.spec().outputSchema().orElseThrow());
        assertThat(reply.error()).isFalse();
        return structured;
    }

    /** The part of JSON Schema that the output schemas use. */
    private static void assertConforms(Object value, Map<?, ?> schema) {
        switch ((String) schema.get("type")) {
            case "string" -> {
                assertThat(value).isInstanceOf(String.class);
                if (schema.get("enum") instanceof List<?> allowed) {
                    assertThat(allowed.contains(value)).isTrue();
                }
            }
            case "integer" -> assertThat(value).isInstanceOf(Long.class);
            case "boolean" -> assertThat(value).isInstanceOf(Boolean.class);
            case "number" -> assertThat(value).isInstanceOf(Number.class);
            case "array" -> ((List<?>) value).forEach(item -> assertConforms(item, (Map<?, ?>) schema.get("items")));
            default -> {
                Map<?, ?> object = (Map<?, ?>) value;
                Map<?, ?> properties = schema.get("properties") instanceof Map<?, ?> given ? given : Map.of();
                if (schema.get("required") instanceof List<?> required) {
                    required.forEach(name ->
                            assertThat(object.containsKey(name)).as("%s", name).isTrue());
                }
                object.forEach((name, member) -> {
                    if (properties.get(name) instanceof Map<?, ?> member0) {
                        assertConforms(member, member0);
                    } else {
                        assertThat(schema.get("additionalProperties"))
                                .as("%s", name)
                                .isEqualTo(true);
                    }
                });
            }
        }
    }

    @Test
    void cellIsWrittenFoundListedReadAndDeleted() throws IOException {
        Map<String, Object> written = call(upsert, """
                {"kind": "stable_fact", "confidence": "high", "title": "Gateway timeout", "content": "30 seconds",
                 "scope": "private", "subject": "u1", "tags": ["pay", "pay "], "links": ["x"], "evidence_refs": ["map::r//p::S"],
                 "source": "a.yaml", "stale_after": "2030-01-31T18:00:00.5+01:00", "data": {"n": 1, "x": [1.50, null]}}""");
        String id = (String) written.get("id");
        assertThat(written).containsEntry("status", "created");
        Map<String, Object> cell = Json.asObject(written.get("cell"));
        assertThat(cell)
                .containsEntry("evidenceRefs", List.of("map::r//p::S"))
                .containsEntry("tags", List.of("pay"))
                .containsEntry("staleAfter", "2030-01-31T17:00:00.500Z")
                .containsEntry("origin", "derived");

        String known = "{\"id\": \"%s\", \"subject\": \"u1\"}".formatted(id);
        assertThat(call(get, known)).containsEntry("cell", cell).containsKeys("linksTo", "citedBy");
        Map<String, Object> found =
                call(search, "{\"query\": \"gateway\", \"subject\": \"u1\", \"kinds\": [\"stable_fact\"]}");
        assertThat(found).containsEntry("mode", "lexical").containsEntry("limit", 10L);
        assertThat((List<?>) found.get("results")).hasSize(1);
        assertThat(call(list, "{\"subject\": \"u1\", \"status\": \"active\"}")).containsEntry("cells", List.of(cell));
        assertThat(call(delete, known)).containsEntry("deleted", id);
        assertThatThrownBy(() -> call(get, known)).isInstanceOf(NotFound.class);
    }

    private Map<String, Object> call(String tool, String arguments) throws IOException {
        return call(AllTools.named(tool, room.service), arguments);
    }

    @Test
    void cellsAreRecalledAndRetired() throws IOException {
        for (String id : List.of("a", "b", "c", "d")) {
            call(upsert, """
                    {"id": "%s", "kind": "note", "title": "walrus %s", "content": "tusks", "links": ["a"]}""".formatted(id, id));
        }
        Map<String, Object> context =
                call("get_memory_context", "{\"query\": \"walrus\", \"max_tokens\": 1000000, \"limit\": 3}");
        assertThat((List<?>) context.get("ids")).hasSize(3);
        assertThat(context).containsEntry("limit", 3L).containsKeys("context", "tokens");

        Map<String, Object> fetched = call("fetch_memory", "{\"ids\": [\"b\", \"x\"]}");
        assertThat((List<?>) fetched.get("cells")).hasSize(1);
        assertThat(fetched).containsEntry("missing", List.of("x"));
        Map<String, Object> recent = call("recent_memory", "{\"limit\": 2, \"since\": \"2020-01-01T00:00:00Z\"}");
        assertThat((List<?>) recent.get("cells")).hasSize(2);
        assertThat(recent).containsEntry("limit", 2L);

        assertThat(call("expire_memory", "{\"id\": \"b\", \"reason\": \"over\"}"))
                .containsExactly(Map.entry("id", "b"), Map.entry("status", "stale"));
        assertThat(call("supersede_memory", "{\"old_id\": \"c\", \"id\": \"e\", \"title\": \"t\", \"content\": \"x\"}"))
                .containsExactly(Map.entry("id", "e"), Map.entry("superseded", "c"));
        Map<String, Object> refuted = call(
                "refute_memory", "{\"id\": \"a\", \"reason\": \"wrong\", \"evidence\": \"url\", \"preview\": true}");
        assertThat(refuted).containsEntry("id", "a").containsEntry("retired", List.of("d"));
        assertThat((List<?>) refuted.get("kept")).hasSize(2);
        assertThat(call("list_memory", "{\"status\": \"active\", \"order\": \"oldest\"}"))
                .extractingByKey("cells")
                .asInstanceOf(InstanceOfAssertFactories.list(Object.class))
                .hasSize(3);
    }

    @Test
    void restatementsAreReportedAndThenRetired() throws IOException {
        for (String id : List.of("a", "b")) {
            call(upsert, """
                    {"id": "%s", "kind": "stable_fact", "confidence": "high", "title": "Gateway timeout",
                     "content": "The payments gateway gives up on every request after thirty seconds."}""".formatted(id));
        }
        List<Map<String, Object>> cluster = List.of(Map.of("keeper", "a", "restatements", List.of("b")));
        assertThat(call("consolidate_memory", "{}"))
                .containsEntry("applied", false)
                .containsEntry("clusters", cluster);
        assertThat(call("consolidate_memory", "{\"kind\": \"stable_fact\", \"apply\": true}"))
                .containsEntry("applied", true)
                .containsEntry("clusters", cluster);
        assertThat(call("consolidate_memory", "{\"apply\": true}")).containsEntry("clusters", List.of());
    }

    @Test
    void pagesFollowOneAnother() throws IOException {
        for (String title : List.of("a", "b", "c")) {
            call(upsert, "{\"kind\": \"note\", \"title\": \"%s\", \"content\": \"c\"}".formatted(title));
        }
        Map<String, Object> first = call(list, "{\"limit\": 2}");
        assertThat((List<?>) first.get("cells")).hasSize(2);
        Map<String, Object> second =
                call(list, "{\"limit\": 2, \"cursor\": \"%s\"}".formatted(first.get("nextCursor")));
        assertThat((List<?>) second.get("cells")).hasSize(1);
        assertThat(second).doesNotContainKey("nextCursor");
    }

    @Test
    void nullIsAnArgumentLeftOut() throws IOException {
        Map<String, Object> arguments = new HashMap<>();
        for (String name : List.of("kinds", "subject", "tags", "limit", "expand_links")) {
            arguments.put(name, null);
        }
        arguments.put("query", "x");
        assertThat(search.call(new Call(arguments)).structured().orElseThrow()).containsEntry("limit", 10);
    }

    @Test
    void hugeLimitsAreClampedAndTheReplySaysSo() throws IOException {
        for (String limit : List.of("1000000000", "99999999999999999999999999", "1e30", "51.0")) {
            assertThat(call(search, "{\"query\": \"x\", \"limit\": %s}".formatted(limit)))
                    .containsEntry("limit", 50L);
        }
        assertThat(call(list, "{\"limit\": 1000000000}")).containsEntry("limit", 200L);
    }

    @Test
    void specsTellModelsWhatWhenWhenNotAndAnExample() {
        assertThat(all).extracting(tool -> tool.spec().name()).hasSize(12).doesNotHaveDuplicates();
        for (Tool tool : all) {
            assertThat(tool.spec().description()).contains("Use it", "o not", "Example: {");
            assertThat(tool.spec().title()).isNotBlank();
            String text = tool.spec().description();
            Map<String, Object> example = Json.readObject(text.substring(text.indexOf("Example: ") + 9));
            Map<?, ?> properties = (Map<?, ?>) tool.spec().inputSchema().get("properties");
            assertThat(example.keySet()).allMatch(properties::containsKey);
        }
    }

    @Test
    void scopesAndEffectsMatchWhatAToolDoes() {
        Set<String> reading = Set.of(
                "search_memory", "get_memory_context", "list_memory", "get_memory", "fetch_memory", "recent_memory");
        for (Tool tool : all) {
            ToolSpec spec = tool.spec();
            if (reading.contains(spec.name())) {
                assertThat(spec.scope()).contains("xray:memory.read");
                assertThat(spec.effect()).isEqualTo(Effect.READ);
            } else {
                assertThat(spec.scope()).contains("xray:memory.write");
                assertThat(spec.effect())
                        .isEqualTo(spec.name().equals("upsert_memory") ? Effect.WRITE : Effect.DESTROY);
            }
        }
    }
}
