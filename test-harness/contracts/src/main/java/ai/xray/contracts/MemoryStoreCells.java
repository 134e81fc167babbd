package ai.xray.contracts;

import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Scope;
import ai.xray.memory.Status;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Cells to store: small ones told apart by a number, and one with every field set. */
final class MemoryStoreCells {
    private static final Instant CREATED = Instant.parse("2026-11-30T08:15:30.123456789Z");

    private MemoryStoreCells() {}

    /** A small cell whose content is {@code number}. */
    static MemoryCell numbered(String id, long number) {
        return MemoryCell.cell(id, Kind.NOTE, CREATED)
                .title("Number of " + id.length())
                .content(Long.toString(number))
                .build();
    }

    /** The number a {@link #numbered} cell was made with. */
    static long number(MemoryCell cell) {
        return Long.parseLong(cell.content());
    }

    /** A cell in which no field is empty or at its default. */
    static MemoryCell full(String id, Kind kind) {
        return MemoryCell.cell(id, kind, CREATED)
                .scope(Scope.PRIVATE)
                .subject("tenant/ü\"'; --")
                .title("Ein Titel – 题 🧭")
                .content("line one\r\nline \"two\"\t\\ 'three'\u2028 今天 \uD83E\uDDED end ")
                .confidence(Confidence.HIGH)
                .status(Status.SUPERSEDED)
                .origin(Origin.VERIFIED)
                .tags(List.of("b", "a", "ünïcode tag"))
                .links(List.of("other", "missing/cell"))
                .evidenceRefs(List.of("map::repo//src/A.java::A.b", "https://example.org/?q=1#x"))
                .supersedes(List.of("old-1", "old-2"))
                .source("docs/a b.md")
                .staleAfter(Instant.parse("2027-01-01T00:00:00Z"))
                .updatedAt(CREATED.plusNanos(1))
                .data(data())
                .unknown(Map.of("fieldOfTheFuture", List.of(1L, Map.of("deep", "value"))))
                .build();
    }

    private static Map<String, Object> data() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("null", null);
        data.put("yes", true);
        data.put("", "empty name");
        data.put("long", Long.MIN_VALUE);
        data.put("big", new BigInteger("123456789012345678901234567890"));
        data.put("decimal", new BigDecimal("0.1000000000000000055511151231257827"));
        data.put("scale", new BigDecimal("1.50"));
        data.put("list", Arrays.asList("text", null, List.of(), Map.of()));
        data.put("refuted", Map.of("reason", "because \u0001 \"quoted\"", "at", "2026-11-30T00:00:00Z"));
        return data;
    }
}
