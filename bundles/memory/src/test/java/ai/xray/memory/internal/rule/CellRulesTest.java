package ai.xray.memory.internal.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import ai.xray.memory.Scope;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CellRulesTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final int MEBIBYTE = 1024 * 1024;

    private static MemoryCell cell(String id) {
        return MemoryCell.cell(id, Kind.NOTE, NOON).title("t").content("c").build();
    }

    private static MemoryCell changed(UnaryOperator<MemoryCell.Builder> change) {
        return change.apply(cell("a").with()).build();
    }

    private static Arguments bad(String field, MemoryCell cell) {
        return Arguments.of(field, cell);
    }

    private static Arguments bad(String field, UnaryOperator<MemoryCell.Builder> change) {
        return bad(field, changed(change));
    }

    static Stream<Arguments> cellsOutOfBounds() {
        return Stream.of(
                bad("id", cell("")),
                bad("id", cell(" ")),
                bad("id", cell("x".repeat(201))),
                bad("id", cell("a\nb")),
                bad("id", cell("a\0b")),
                bad("id", cell("\ud83d")),
                bad("title", it -> it.title("")),
                bad("title", it -> it.title("x".repeat(301))),
                bad("title", it -> it.title("a\u0085b")),
                bad("content", it -> it.content("é".repeat(32 * 1024) + "x")),
                bad("content", it -> it.content("a\0b")),
                bad("content", it -> it.content("\udc69")),
                bad("subject", it -> it.subject("")),
                bad("subject", it -> it.subject("x".repeat(201))),
                bad("subject", it -> it.scope(Scope.PRIVATE)),
                bad("tags", it -> it.tags(Collections.nCopies(33, "x"))),
                bad("tags[1]", it -> it.tags(List.of("fine", "x".repeat(65)))),
                bad("tags[0]", it -> it.tags(List.of(""))),
                bad("links", it -> it.links(Collections.nCopies(257, "x"))),
                bad("links[0]", it -> it.links(List.of("x".repeat(501)))),
                bad("evidenceRefs", it -> it.evidenceRefs(Collections.nCopies(257, "x"))),
                bad("evidenceRefs[0]", it -> it.evidenceRefs(List.of("a\nb"))),
                bad("supersedes", it -> it.supersedes(Collections.nCopies(257, "x"))),
                bad("supersedes[0]", it -> it.supersedes(List.of("\0"))),
                bad("source", it -> it.source("x".repeat(2001))),
                bad("staleAfter", it -> it.staleAfter(Instant.MAX)),
                bad(
                        "createdAt",
                        MemoryCell.cell("a", Kind.NOTE, Instant.MIN)
                                .title("t")
                                .content("c")
                                .updatedAt(NOON)
                                .build()),
                bad("updatedAt", it -> it.updatedAt(Instant.parse("+10000-01-01T00:00:00Z"))),
                bad("data", it -> it.data(Map.of("a", "x".repeat(MEBIBYTE)))),
                bad("data", it -> it.data(Map.of("graph", "x".repeat(MEBIBYTE)))),
                bad("data", it -> it.data(Map.of("a", List.of("\0")))),
                bad("data", it -> it.data(Map.of("\ud83d", 1L))),
                bad("data", it -> it.data(Map.of("a", new BigDecimal("1E+5000")))),
                bad("data", it -> it.data(Map.of("a", new Object()))),
                bad("unknown fields", it -> it.unknown(Map.of("future", "\0"))),
                bad("unknown fields", it -> it.unknown(Map.of("future", "x".repeat(MEBIBYTE)))));
    }

    @ParameterizedTest
    @MethodSource("cellsOutOfBounds")
    void fieldOutOfBoundsIsRefusedByItsName(String field, MemoryCell cell) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> CellRules.checked("cells[7].", cell))
                .withMessageStartingWith("cells[7]." + field + ": ")
                .withMessageEndingWith(".")
                .satisfies(refusal -> assertThat(refusal.field()).contains("cells[7]." + field));
    }

    static Stream<MemoryCell> cellsWithinBounds() {
        return Stream.of(
                cell("👩".repeat(200)),
                changed(it -> it.title("中".repeat(300))),
                changed(it -> it.content("é".repeat(32 * 1024))),
                changed(it -> it.content("")),
                changed(it -> it.content("\u0001\u001b[31m\r\n")),
                changed(it -> it.subject("s".repeat(200)).scope(Scope.PRIVATE)),
                changed(it -> it.tags(Collections.nCopies(32, " ".repeat(63) + "x"))),
                changed(it -> it.links(Collections.nCopies(256, "x".repeat(500)))),
                changed(it -> it.source("x".repeat(2000))),
                changed(it -> it.staleAfter(Instant.parse("9999-12-31T23:59:59.999999999Z"))),
                changed(it -> it.updatedAt(Instant.parse("0001-01-01T00:00:00Z"))),
                changed(it -> it.data(Map.of("a", "x".repeat(MEBIBYTE - 8)))),
                changed(it -> it.data(Map.of("a", "x".repeat(MEBIBYTE - 8), "refuted", Map.of("reason", "x")))),
                changed(it -> it.kind(Kind.MENTAL_MAP).data(Map.of("graph", "x".repeat(2 * MEBIBYTE)))),
                changed(it -> it.kind(Kind.SYSTEM_CONFIGURATION).data(Map.of("ui", Map.of("categories", List.of())))));
    }

    @ParameterizedTest
    @MethodSource("cellsWithinBounds")
    void cellWithinBoundsIsTakenAsItIs(MemoryCell cell) {
        assertThat(CellRules.checked("", cell)).isEqualTo(cell);
    }

    @Test
    void numbersGetTheTypesInWhichStoresGiveThemBack() {
        MemoryCell taken = CellRules.checked("", changed(it -> it.data(Map.of("a", 1, "b", new BigDecimal("10E0")))));

        assertThat(taken.data()).isEqualTo(Map.of("a", 1L, "b", 10L));
    }
}
