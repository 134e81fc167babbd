package ai.xray.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellFieldsTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private static MemoryCell full() {
        return MemoryCell.cell("a/b", Kind.HYPOTHESIS, NOON)
                .scope(Scope.PRIVATE)
                .subject("u1")
                .title("t")
                .content("c")
                .confidence(Confidence.LOW)
                .status(Status.STALE)
                .origin(Origin.VERIFIED)
                .tags(List.of("x", "y"))
                .links(List.of("l"))
                .evidenceRefs(List.of("e"))
                .supersedes(List.of("s"))
                .source("file.md")
                .staleAfter(NOON.plusSeconds(60))
                .updatedAt(NOON.plusSeconds(1))
                .data(Map.of("k", 1L))
                .unknown(Map.of("future", List.of(true)))
                .build();
    }

    @Test
    void everyFieldGoesThereAndBack() {
        assertThat(CellFields.toCell(CellFields.of(full()))).isEqualTo(full());
    }

    @Test
    void emptyFieldsAreLeftOutAndReadAsDefaults() {
        MemoryCell cell =
                MemoryCell.cell("id", Kind.NOTE, NOON).title("t").content("").build();
        Map<String, Object> fields = CellFields.of(cell);
        assertThat(fields.keySet())
                .containsExactly(
                        "id",
                        "kind",
                        "scope",
                        "title",
                        "content",
                        "confidence",
                        "status",
                        "origin",
                        "createdAt",
                        "updatedAt");
        fields.keySet().removeAll(List.of("scope", "confidence", "status", "origin", "updatedAt"));
        assertThat(CellFields.toCell(fields)).isEqualTo(cell);
    }

    @ParameterizedTest
    @CsvSource({
        "kind,fact",
        "origin,god",
        "scope,Private",
        "status,''",
        "createdAt,2026-02-30T00:00:00Z",
        "createdAt,2026-11-30"
    })
    void wrongValueIsRefusedNamingTheField(String field, String value) {
        Map<String, Object> fields = new LinkedHashMap<>(CellFields.of(full()));
        fields.put(field, value);
        assertThatThrownBy(() -> CellFields.toCell(fields))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).contains(field));
    }

    @Test
    void wrongTypeIsRefusedNamingTheField() {
        for (String field : List.of("id", "title", "tags", "data", "staleAfter")) {
            Map<String, Object> fields = new LinkedHashMap<>(CellFields.of(full()));
            fields.put(field, 7L);
            assertThatThrownBy(() -> CellFields.toCell(fields))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.field()).contains(field));
        }
    }

    @Test
    void deadlineBitesWithoutASweep() {
        MemoryCell cell = full().with().status(Status.ACTIVE).build();
        assertThat(cell.statusAt(NOON.plusSeconds(59))).isEqualTo(Status.ACTIVE);
        assertThat(cell.statusAt(NOON.plusSeconds(60))).isEqualTo(Status.STALE);
    }
}
