package ai.xray.store.sql;

import static ai.xray.store.sql.TestCells.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentsTest {
    private final Documents documents = new Documents("memory.db", 1000);

    @Test
    void cellOfTheLargestSizeIsStoredAndALargerOneRefusedWithBothSizes() throws Exception {
        MemoryCell empty = note("a", "");
        int room = 1000 - documents.encode(empty).length();
        MemoryCell fits = note("a", "x".repeat(room));

        assertThat(documents.decode("a", documents.encode(fits))).isEqualTo(fits);
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> documents.encode(note("a", "x".repeat(room + 1))))
                .withMessageContainingAll("'a'", "1,001", "1,000")
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.TOO_LARGE));
    }

    @ParameterizedTest
    @MethodSource
    void whatCouldNotBeReadBackIsRefused(MemoryCell cell) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> documents.encode(cell))
                .withMessageContaining("cannot be stored as JSON");
    }

    static Stream<MemoryCell> whatCouldNotBeReadBackIsRefused() {
        return Stream.of(
                note("a\uD800", "half a character in the id"),
                note("a", "half a character \uDC00"),
                withData("not JSON", Instant.EPOCH),
                withData("long number", new BigInteger("9".repeat(101))),
                withData("tiny number", new BigDecimal("1e-2000")),
                withData("deep", nested(100)));
    }

    private static MemoryCell withData(String name, Object value) {
        return note("a", "text").with().data(Map.of(name, value)).build();
    }

    private static Object nested(int depth) {
        return depth == 0 ? List.of() : List.of(nested(depth - 1));
    }
}
