package ai.xray.memory.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import ai.xray.memory.internal.Draft;
import ai.xray.memory.internal.Room;
import ai.xray.tool.Tool;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every argument of every tool with values it cannot take. Called past the door, which would catch some of them before. */
class BadArgumentsTest {
    private static final String HALF = "x\uD83D";
    private static final String CONTROL = "x\u0007";
    private static final List<Object> NOT_STRINGS = List.of(1L, true, List.of("x"), Map.of("a", "b"));
    private static final List<Object> BAD_LINES =
            join(NOT_STRINGS, List.of("", " \t", HALF, CONTROL, "a\nb", "x\u0000"));
    private static final List<Object> NOT_LISTS =
            List.of("x", 1L, Map.of(), List.of(1L), Collections.singletonList(null));
    private static final List<Object> BAD_LISTS =
            join(NOT_LISTS, List.of(List.of(" "), List.of(HALF), List.of("ok", CONTROL)));
    private static final List<Object> NOT_FLAGS = List.of("true", 1L, List.of());
    private static final List<Object> BAD_LIMITS = List.of(
            0L,
            -1L,
            "abc",
            "5",
            1.5,
            new BigDecimal("0.5"),
            true,
            List.of(),
            new BigInteger("-99999999999999999999"),
            Double.NaN,
            Double.POSITIVE_INFINITY);
    private static final List<Object> BAD_NAMES = join(NOT_STRINGS, List.of("", "Note", "nonsense", "stable-fact"));
    private static final List<Object> SERVER_KINDS = List.of("episodic", "mental_map", "system_configuration");
    private static final List<Object> BAD_INSTANTS = join(
            NOT_STRINGS,
            List.of(
                    "",
                    "tomorrow",
                    "2027-02-30T00:00:00Z",
                    "2027-01-01",
                    "2027-01-01T00:00:00",
                    "2027-01-01T24:00:00Z",
                    "2027-13-01T00:00:00Z",
                    "2027-01-01T00:00:00+25:00",
                    "+12027-01-01T00:00:00Z",
                    "10000-01-01T00:00:00Z",
                    "-2027-01-01T00:00:00Z",
                    "2027-02-29T00:00:00Z",
                    "2027-04-31T00:00:00Z",
                    "2027-00-10T00:00:00Z",
                    "2027-01-00T00:00:00Z",
                    "2016-12-31T23:59:60Z",
                    "2027-01-01T00:60:00Z",
                    "2027-01-01T00:00Z",
                    "2027-01-01 00:00:00Z",
                    "2027-01-01T00:00:00+0100",
                    "2027-01-01T00:00:00+01",
                    "2027-01-01T00:00:00 Z",
                    "2027-01-01T00:00:00Z ",
                    "2027-01-01T00:00:00[Europe/Paris]",
                    "2027-01-01T00:00:00.Z",
                    "2027-01-01T00:00:00.1234567890Z",
                    "2027-01-01T00:00:00,5Z",
                    "２０２７-01-01T00:00:00Z",
                    "1798761600",
                    HALF));
    private static final List<Object> OUT_OF_RANGE =
            List.of("0000-12-31T23:59:59Z", "9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+00:01");
    private static final List<Object> BAD_DATA = List.of(
            "x",
            1L,
            List.of(),
            Map.of("refuted", Map.of()),
            Map.of("graph", 1L),
            Map.of("restates", 1L),
            Map.of("expired", Map.of()),
            Map.of("ui", 1L),
            Map.of("k", HALF),
            Map.of("k\u0000", 1L),
            Map.of("k", List.of("\u0000")),
            nested(40),
            Map.of("k", new Object()),
            Map.of("k", Double.NaN),
            Map.of("k", new BigDecimal("1e500")),
            Map.of("k", "x".repeat(1024 * 1024)));

    private Room room;

    @BeforeEach
    void open() throws IOException {
        room = Room.empty();
        room.agent().upsert(Draft.note("t", "c").id("a").build());
    }

    /** One argument of one tool with one value; {@code rest} are good arguments. */
    record Bad(String tool, String argument, Object value, Map<String, Object> rest) {
        @Override
        public String toString() {
            String shown = String.valueOf(value);
            return tool + " " + argument + "="
                    + shown.substring(0, Math.min(40, shown.length())).replaceAll("[^ -~]", "?");
        }
    }

    static Stream<Bad> table() {
        Map<String, Object> query = Map.of("query", "x");
        Map<String, Object> id = Map.of("id", "a");
        String longId = "x".repeat(MemoryCell.MAX_ID_CHARS + 1);
        List<Object> badIds = join(BAD_LINES, List.of(longId));
        Stream<Bad> ids = Stream.of("get_memory", "delete_memory", "expire_memory", "refute_memory")
                .flatMap(tool -> Stream.concat(
                        bad(tool, "id", badIds, tool.equals("refute_memory") ? Map.of("reason", "r") : Map.of()),
                        bad(tool, "subject", badIds, reasoned(tool))));
        List<Object> badReasons = join(NOT_STRINGS, List.of("", " \n", HALF, CONTROL, "x".repeat(2001)));
        Stream<Bad> retiring = Stream.of(
                        bad("expire_memory", "reason", badReasons, id),
                        bad("refute_memory", "reason", badReasons, id),
                        bad("refute_memory", "evidence", badReasons, reasoned("refute_memory")),
                        bad("refute_memory", "preview", NOT_FLAGS, reasoned("refute_memory")),
                        bad("consolidate_memory", "kind", join(BAD_NAMES, SERVER_KINDS), Map.of()),
                        bad("consolidate_memory", "subject", badIds, Map.of()),
                        bad("consolidate_memory", "apply", NOT_FLAGS, Map.of()))
                .flatMap(rows -> rows);
        Stream<Bad> reading = Stream.of(
                        bad(
                                "fetch_memory",
                                "ids",
                                join(
                                        NOT_LISTS,
                                        List.of(
                                                List.of(),
                                                List.of(" "),
                                                List.of("a", CONTROL),
                                                List.of(longId),
                                                numbered(51))),
                                Map.of()),
                        bad("fetch_memory", "subject", badIds, Map.of("ids", List.of("a"))),
                        bad("recent_memory", "limit", BAD_LIMITS, Map.of()),
                        bad("recent_memory", "since", BAD_INSTANTS, Map.of()),
                        bad("recent_memory", "subject", badIds, Map.of()),
                        bad("get_memory_context", "query", join(NOT_STRINGS, List.of(HALF, CONTROL)), Map.of()),
                        bad("get_memory_context", "subject", badIds, query),
                        bad("get_memory_context", "limit", BAD_LIMITS, query),
                        bad("get_memory_context", "max_tokens", join(BAD_LIMITS, List.of(1L, 99L)), query),
                        bad("list_memory", "order", BAD_NAMES, Map.of()))
                .flatMap(rows -> rows);
        Stream<Bad> search = Stream.of(
                        bad("search_memory", "query", join(NOT_STRINGS, List.of(HALF, CONTROL)), Map.of()),
                        bad("search_memory", "kinds", join(NOT_LISTS, List.of(BAD_NAMES, SERVER_KINDS)), query),
                        bad("search_memory", "subject", join(BAD_LINES, List.of(longId)), query),
                        bad(
                                "search_memory",
                                "tags",
                                join(BAD_LISTS, List.of(numbered(33), List.of("x".repeat(65)))),
                                query),
                        bad("search_memory", "limit", BAD_LIMITS, query),
                        bad("search_memory", "expand_links", List.of("true", 1L, List.of()), query),
                        bad("search_memory", "collapse_sources", List.of("true", 1L, List.of()), query))
                .flatMap(rows -> rows);
        Stream<Bad> list = Stream.of(
                        bad("list_memory", "kind", join(BAD_NAMES, SERVER_KINDS), Map.of()),
                        bad("list_memory", "subject", join(BAD_LINES, List.of(longId)), Map.of()),
                        bad("list_memory", "status", BAD_NAMES, Map.of()),
                        bad(
                                "list_memory",
                                "tags",
                                join(BAD_LISTS, List.of(numbered(33), List.of("x".repeat(65)))),
                                Map.of()),
                        bad("list_memory", "limit", BAD_LIMITS, Map.of()),
                        bad(
                                "list_memory",
                                "cursor",
                                join(NOT_STRINGS, List.of("", "x", HALF, "x".repeat(5000))),
                                Map.of()))
                .flatMap(rows -> rows);
        Map<String, Object> draft = Map.of("kind", "note", "title", "t", "content", "c");
        List<Object> badReferences = join(BAD_LISTS, List.of(numbered(257), List.of("x".repeat(501))));
        Stream<Bad> writing = Stream.of("upsert_memory", "supersede_memory").flatMap(tool -> {
            Map<String, Object> cell = tool.equals("upsert_memory") ? draft : with(draft, "old_id", "a");
            return Stream.of(
                            bad(tool, "id", join(BAD_LINES, List.of(longId)), cell),
                            bad(tool, "kind", join(BAD_NAMES, SERVER_KINDS), cell),
                            bad(tool, "title", join(BAD_LINES, List.of("x".repeat(301))), cell),
                            bad(
                                    tool,
                                    "content",
                                    join(NOT_STRINGS, List.of("", "\n", HALF, CONTROL, "\u0000", "x".repeat(65_537))),
                                    cell),
                            bad(tool, "scope", BAD_NAMES, cell),
                            bad(tool, "subject", join(BAD_LINES, List.of(longId)), cell),
                            bad(tool, "confidence", BAD_NAMES, cell),
                            bad(tool, "tags", join(BAD_LISTS, List.of(numbered(33), List.of("x".repeat(65)))), cell),
                            bad(tool, "links", badReferences, cell),
                            bad(tool, "evidence_refs", badReferences, cell),
                            bad(tool, "source", join(BAD_LINES, List.of("x".repeat(2001))), cell),
                            bad(tool, "stale_after", join(BAD_INSTANTS, OUT_OF_RANGE), cell),
                            bad(tool, "data", BAD_DATA, cell))
                    .flatMap(rows -> rows);
        });
        Stream<Bad> oldIds = bad("supersede_memory", "old_id", badIds, draft);
        return Stream.of(ids, retiring, reading, search, list, writing, oldIds).flatMap(rows -> rows);
    }

    @ParameterizedTest
    @MethodSource("table")
    void isRefusedInOneSentenceThatNamesItAndNothingIsStored(Bad bad) {
        Refusal refusal = refused(bad);
        assertThat(refusal.field())
                .hasValueSatisfying(
                        field -> assertThat(field.replaceAll("\\[\\d+]$", "")).isEqualTo(bad.argument()));
        assertThat(refusal.getMessage())
                .startsWith(refusal.field().orElseThrow() + ":")
                .hasSizeLessThan(600)
                .doesNotContain("\n", "\uFFFD")
                .endsWith(".");
        assertThat(refusal.code()).isIn(Refusal.Code.INVALID_ARGUMENT, Refusal.Code.TOO_LARGE);
        assertThat(room.store.size()).isEqualTo(1);
    }

    @Test
    void everyArgumentOfEveryToolIsInTheTable() {
        Set<String> tried =
                table().map(bad -> bad.tool() + " " + bad.argument()).collect(Collectors.toSet());
        for (Tool tool : AllTools.over(room.service)) {
            Map<?, ?> arguments = (Map<?, ?>) tool.spec().inputSchema().get("properties");
            for (Object argument : arguments.keySet()) {
                assertThat(tried).contains(tool.spec().name() + " " + argument);
            }
        }
    }

    static Stream<Bad> required() {
        return Stream.of(
                new Bad("get_memory", "id", null, Map.of()),
                new Bad("delete_memory", "id", null, Map.of()),
                new Bad("expire_memory", "id", null, Map.of()),
                new Bad("refute_memory", "id", null, Map.of("reason", "r")),
                new Bad("refute_memory", "reason", null, Map.of("id", "a")),
                new Bad("fetch_memory", "ids", null, Map.of()),
                new Bad("get_memory_context", "query", null, Map.of()),
                new Bad("supersede_memory", "old_id", null, Map.of("title", "t", "content", "c")),
                new Bad("supersede_memory", "title", null, Map.of("old_id", "a", "content", "c")),
                new Bad("supersede_memory", "content", null, Map.of("old_id", "a", "title", "t")),
                new Bad("search_memory", "query", null, Map.of()),
                new Bad("upsert_memory", "kind", null, Map.of("title", "t", "content", "c")),
                new Bad("upsert_memory", "title", null, Map.of("kind", "note", "content", "c")),
                new Bad("upsert_memory", "content", null, Map.of("kind", "note", "title", "t")),
                new Bad(
                        "upsert_memory",
                        "subject",
                        null,
                        Map.of("kind", "note", "title", "t", "content", "c", "scope", "private")));
    }

    @ParameterizedTest
    @MethodSource("required")
    void missingArgumentIsRefusedByName(Bad bad) {
        assertThat(refused(bad).field()).contains(bad.argument());
    }

    @Test
    void mistypedArgumentNameIsAnsweredWithTheClosestOne() {
        for (Tool tool : AllTools.over(room.service)) {
            Refusal refusal = refused(new Bad(tool.spec().name(), "subjct", "u1", Map.of()));
            assertThat(refusal.closest()).contains("subject");
            assertThat(refusal).hasMessageContaining("'subjct'");
        }
    }

    @Test
    void mistypedKindIsAnsweredWithTheClosestOneFirst() {
        Refusal refusal = refused(new Bad("list_memory", "kind", "stable_fct", Map.of()));
        assertThat(refusal.closest()).contains("stable_fact");
        assertThat(refusal.allowed()).hasSize(10).startsWith("stable_fact");
    }

    private Refusal refused(Bad bad) {
        Map<String, Object> arguments = new HashMap<>(bad.rest());
        arguments.put(bad.argument(), bad.value());
        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> tool(bad.tool()).call(new Call(arguments)));
        assertThat(refusal).as("%s", bad).isNotNull();
        return refusal;
    }

    private Tool tool(String name) {
        return AllTools.named(name, room.service);
    }

    private static Map<String, Object> reasoned(String tool) {
        Map<String, Object> id = Map.of("id", "a");
        return tool.equals("refute_memory") ? with(id, "reason", "r") : id;
    }

    private static Map<String, Object> with(Map<String, Object> some, String name, Object value) {
        Map<String, Object> all = new HashMap<>(some);
        all.put(name, value);
        return all;
    }

    private static Stream<Bad> bad(String tool, String argument, List<Object> values, Map<String, Object> rest) {
        return values.stream().map(value -> new Bad(tool, argument, value, rest));
    }

    private static List<Object> join(List<Object> some, List<?> more) {
        List<Object> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    private static List<String> numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "n" + i).toList();
    }

    private static Map<String, Object> nested(int depth) {
        return depth == 0 ? Map.of() : Map.of("k", nested(depth - 1));
    }
}
