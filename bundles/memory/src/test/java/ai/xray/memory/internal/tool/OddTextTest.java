package ai.xray.memory.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.json.Json;
import ai.xray.memory.NotFound;
import ai.xray.memory.Refusal;
import ai.xray.memory.internal.Room;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts at the edge of what is allowed, over the tools that take them. */
class OddTextTest {
    /** One character, two of Java's. */
    private static final String WHALE = "🐋";

    /** One character to the eye, two of Unicode's. */
    private static final String COMBINED = "e\u0301";

    private final Room room;

    OddTextTest() throws IOException {
        room = Room.empty();
    }

    private Map<String, Object> call(String tool, Map<String, Object> arguments) throws IOException {
        return Json.asObject(AllTools.named(tool, room.service)
                .call(new Call(arguments))
                .structured()
                .orElseThrow());
    }

    private static Map<String, Object> note(String name, Object value) {
        Map<String, Object> note = new HashMap<>(Map.of("kind", "note", "title", "t", "content", "c"));
        note.put(name, value);
        return note;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b",
                "/",
                "//",
                "../../etc/passwd",
                ".",
                "..",
                "a.b",
                "a%2Fb",
                "%",
                "%00",
                "%zz",
                "a?b#c",
                "a&b=c",
                "a b",
                " a",
                "a ",
                "a\\b",
                "'; drop table cells; --",
                "\"quoted\"",
                "map::repo//path::Symbol",
                "日本語",
                "e\u0301",
                "\u00E9",
                "\u200B",
                "\u202Etxt",
                "ID",
                "null",
                "0"
            })
    void anyLineIsAnIdAndNoOther(String id) throws IOException {
        call("upsert_memory", note("id", "other"));
        assertThat(call("upsert_memory", note("id", id))).containsEntry("id", id);
        assertThat(Json.asObject(call("get_memory", Map.of("id", id)).get("cell")))
                .containsEntry("id", id);
        assertThat(call("fetch_memory", Map.of("ids", List.of(id)))).containsEntry("missing", List.of());
        assertThat((List<?>) call("list_memory", Map.of()).get("cells")).hasSize(2);
        assertThat(call("expire_memory", Map.of("id", id))).containsEntry("id", id);
        assertThat(call("refute_memory", Map.of("id", id, "reason", "r"))).containsEntry("id", id);
        assertThat(call("supersede_memory", Map.of("old_id", id, "id", id + "2", "title", "t", "content", "c")))
                .containsEntry("superseded", id);
        assertThat(call("delete_memory", Map.of("id", id))).containsEntry("deleted", id);
        assertThatThrownBy(() -> call("get_memory", Map.of("id", id))).isInstanceOf(NotFound.class);
        assertThat(room.store.size()).isEqualTo(2);
    }

    /** Neither case nor Unicode's forms of a letter are folded in ids: the caller's bytes are the id. */
    @ParameterizedTest
    @CsvSource({"gateway, Gateway", "e\u0301, \u00E9", "ß, ss", "ﬁ, fi", "ı, i"})
    void idsThatDifferAtAllAreTwo(String id, String alike) throws IOException {
        call("upsert_memory", note("id", id));
        assertThat(call("upsert_memory", note("id", alike))).containsEntry("status", "created");
        call("delete_memory", Map.of("id", alike));
        assertThat(Json.asObject(call("get_memory", Map.of("id", id)).get("cell")))
                .containsEntry("id", id);
        assertThatThrownBy(() -> call("get_memory", Map.of("id", alike))).isInstanceOf(NotFound.class);
    }

    @ParameterizedTest
    @CsvSource({"id, 200", "title, 300", "subject, 200", "source, 2000"})
    void lengthIsCountedInCharactersOfUnicode(String argument, int most) throws IOException {
        for (String longest : List.of(WHALE.repeat(most), COMBINED.repeat(most / 2), "x".repeat(most))) {
            Map<String, Object> cell =
                    Json.asObject(call("upsert_memory", note(argument, longest)).get("cell"));
            assertThat(cell).containsEntry(argument, longest);
        }
        int before = room.store.size();
        for (String tooLong : List.of(WHALE.repeat(most + 1), COMBINED.repeat(most / 2) + "x")) {
            assertThatThrownBy(() -> call("upsert_memory", note(argument, tooLong)))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("%s: is %d characters long; 1–%d", argument, most + 1, most);
        }
        assertThat(room.store.size()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"tags, 64, tags", "links, 500, links", "evidence_refs, 500, evidenceRefs"})
    void soIsThatOfWhatIsInLists(String argument, int most, String field) throws IOException {
        List<String> longest = List.of(WHALE.repeat(most));
        assertThat(Json.asObject(call("upsert_memory", note(argument, longest)).get("cell")))
                .containsEntry(field, longest);
        assertThatThrownBy(() -> call("upsert_memory", note(argument, List.of("ok", WHALE.repeat(most + 1)))))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("%s[1]: is %d characters long", argument, most + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"get_memory", "delete_memory", "expire_memory", "refute_memory"})
    void anIdOfTheGreatestLengthCanBeAskedForAndNoneBeyond(String tool) throws IOException {
        String longest = WHALE.repeat(200);
        call("upsert_memory", note("id", longest));
        Map<String, Object> tooLong = Map.of("id", longest + "x");
        assertThatThrownBy(() ->
                        call(tool, tool.equals("refute_memory") ? Map.of("id", longest + "x", "reason", "r") : tooLong))
                .isInstanceOf(Refusal.class)
                .isNotInstanceOf(NotFound.class)
                .hasMessageContaining("201 characters");
        assertThat(call(
                        tool,
                        tool.equals("refute_memory") ? Map.of("id", longest, "reason", "r") : Map.of("id", longest)))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2028-02-29t12:00:00z, 2028-02-29T12:00:00Z",
        "2027-01-01T00:00:00-00:00, 2027-01-01T00:00:00Z",
        "2027-01-01T00:00:00+18:00, 2026-12-31T06:00:00Z",
        "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z",
        "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
        "2027-06-30T23:59:59.999999Z, 2027-06-30T23:59:59.999999Z"
    })
    void instantsAtTheEdgeComeBackAsTheMomentTheyAre(String given, String kept) throws IOException {
        assertThat(Json.asObject(
                        call("upsert_memory", note("stale_after", given)).get("cell")))
                .containsEntry("staleAfter", kept);
    }

    @Test
    void halfOfAPairIsNeverEchoed() {
        assertThatThrownBy(() -> call("list_memory", Map.of("kind", "note\uD83D")))
                .isInstanceOf(Refusal.class)
                .satisfies(refusal -> assertThat(refusal.getMessage().chars())
                        .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
    }
}
