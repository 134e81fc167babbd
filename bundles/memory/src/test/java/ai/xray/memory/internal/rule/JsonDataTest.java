package ai.xray.memory.internal.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class JsonDataTest {
    private static final BigInteger LARGEST = BigInteger.TEN.pow(98);

    @Provide
    Arbitrary<Map<String, Object>> objects() {
        Arbitrary<Object> leaves = Arbitraries.oneOf(
                Arbitraries.integers().asGeneric(),
                Arbitraries.longs().asGeneric(),
                Arbitraries.bigIntegers().between(LARGEST.negate(), LARGEST).asGeneric(),
                Arbitraries.doubles().between(-1e20, 1e20).asGeneric(),
                Arbitraries.bigDecimals()
                        .between(BigDecimal.TEN.pow(60).negate(), BigDecimal.TEN.pow(60))
                        .asGeneric(),
                Arbitraries.of(true, false).asGeneric(),
                names().asGeneric(),
                Arbitraries.just(null));
        Arbitrary<Object> values = Arbitraries.recursive(
                () -> leaves,
                inner -> Arbitraries.oneOf(
                        inner.list().ofMaxSize(3).asGeneric(),
                        Arbitraries.maps(names(), inner).ofMaxSize(3).asGeneric()),
                0,
                4);
        return Arbitraries.maps(names(), values).ofMaxSize(4);
    }

    private static Arbitrary<String> names() {
        return Arbitraries.strings().ascii().excludeChars('\0').ofMaxLength(6);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsAcceptedReadsBackEqual(@ForAll("objects") Map<String, Object> data) {
        Map<String, Object> copy = JsonData.copy("data", data);
        assertThat(Json.readObject(Json.write(copy))).isEqualTo(copy);
        assertThat(JsonData.copy("data", copy)).isEqualTo(copy);
    }

    @Test
    void copyIsCutOffFromItsOriginal() {
        List<Object> list = new ArrayList<>(List.of(1));
        Map<String, Object> data = new HashMap<>(Map.of("list", list));
        Map<String, Object> copy = JsonData.copy("data", data);
        list.add(2);
        data.put("more", 1);
        assertThat(copy).isEqualTo(Map.of("list", List.of(1L)));
        assertThatThrownBy(() -> copy.put("x", 1)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void sizeIsThatOfTheWrittenJson() {
        int overhead = "{\"k\":\"\"}".length();
        String most = "x".repeat(JsonData.MAX_BYTES - overhead);
        assertThat(JsonData.copy("data", Map.of("k", most))).hasSize(1);
        assertThatThrownBy(() -> JsonData.copy("data", Map.of("k", most + "x")))
                .hasMessageContaining(String.valueOf(JsonData.MAX_BYTES + 1))
                .hasMessageContaining(String.valueOf(JsonData.MAX_BYTES));
    }

    @Test
    void numbersThatNoReaderTakesAreRefused() {
        for (Number number : List.of(
                Double.NaN, Double.NEGATIVE_INFINITY, BigInteger.TEN.pow(100), new BigDecimal("1e-101"), 1.5f)) {
            assertThatThrownBy(() -> JsonData.copy("data", Map.of("k", number))).hasMessageStartingWith("data:");
        }
    }
}
