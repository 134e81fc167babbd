package ai.xray.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @Test
    void readsPlainValues() {
        Map<String, Object> read = Json.readObject("""
                {"s":"é\\u00e9\\ud83d\\ude00","n":7,"m":-1,"d":1.50,"e":1e3,"big":123456789012345678901234567890,
                 "t":true,"f":false,"z":null,"a":[1,[]],"o":{}}""");
        assertThat(read)
                .containsEntry("s", "éé😀")
                .containsEntry("n", 7L)
                .containsEntry("m", -1L)
                .containsEntry("d", new BigDecimal("1.50"))
                .containsEntry("e", new BigDecimal("1e3"))
                .containsEntry("big", new BigInteger("123456789012345678901234567890"))
                .containsEntry("t", true)
                .containsEntry("f", false)
                .containsEntry("z", null)
                .containsEntry("a", List.of(1L, List.of()))
                .containsEntry("o", Map.of());
        assertThat(read.keySet()).containsExactly("s", "n", "m", "d", "e", "big", "t", "f", "z", "a", "o");
    }

    @Test
    void wholeNumbersAreLongsWhereTheyFit() {
        assertThat(Json.read("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(Json.read("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        assertThat(Json.read("9223372036854775808")).isEqualTo(new BigInteger("9223372036854775808"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                | the text is empty
                    {"a":1,"a":2}     | an object holds the same name twice
                    "\\ud800"         | a string holds half of a surrogate pair
                    "\\udc00\\ud800"  | a string holds half of a surrogate pair
                    {"\\ud800":1}     | a string holds half of a surrogate pair
                    {} {}             | the text is not JSON
                    1 2               | the text is not JSON
                    1e5000            | a number's exponent is beyond 1000
                    {"a":}            | the text is not JSON
                    """)
    void refusesWhatParsersDisagreeAbout(String text, String message) {
        assertThatThrownBy(() -> Json.read(text))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[1,",
                "tru",
                "'a'",
                "{a:1}",
                "[1,]",
                "01",
                "+1",
                ".5",
                "NaN",
                "// c\n1",
                "\"a\nb\"",
                "}",
                "]"
            })
    void refusesWhatIsNotJson(String text) {
        assertThatThrownBy(() -> Json.read(text)).isInstanceOf(JsonException.class);
    }

    @Test
    void refusesBytesThatAreNotUtf8() {
        byte[] latin1 = "\"é\"".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> Json.read(latin1))
                .isInstanceOf(JsonException.class)
                .hasMessage("the text is not valid UTF-8");
    }

    @Test
    void refusesDeepNestingAndLongNumbers() {
        String deepest = "[".repeat(Json.MAX_DEPTH) + "]".repeat(Json.MAX_DEPTH);
        assertThat(Json.read(deepest)).isInstanceOf(List.class);
        assertThatThrownBy(() -> Json.read("[" + deepest + "]")).hasMessageContaining("more than 64 levels");
        assertThatThrownBy(() -> Json.read("[".repeat(1_000_000))).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.read("1".repeat(Json.MAX_NUMBER_CHARS + 1)))
                .hasMessageContaining("longer than 100 characters");
    }

    @Test
    void aValueOfAnotherTypeIsAProgrammingError() {
        assertThatThrownBy(() -> Json.write(Map.of("a", new Object()))).isInstanceOf(IllegalArgumentException.class);
    }

    @Property
    void whatIsWrittenIsReadBack(@ForAll("values") Object value) {
        assertThat(Json.read(Json.write(value))).isEqualTo(value);
        assertThat(Json.read(Json.write(value).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(value);
    }

    @Provide
    Arbitrary<Object> values() {
        return values(3);
    }

    private static Arbitrary<Object> values(int depth) {
        Arbitrary<Object> leaves = Arbitraries.oneOf(List.of(
                Arbitraries.strings()
                        .filter(text -> text.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE))
                        .asGeneric(),
                Arbitraries.longs().asGeneric(),
                Arbitraries.of(true, false).asGeneric(),
                Arbitraries.bigDecimals()
                        .between(new BigDecimal("-1e12"), new BigDecimal("1e12"))
                        .ofScale(3)
                        .asGeneric(),
                Arbitraries.just(null)));
        if (depth == 0) {
            return leaves;
        }
        Arbitrary<Object> deeper = values(depth - 1);
        return Arbitraries.oneOf(List.of(
                leaves,
                deeper.list().ofMaxSize(4).map(list -> Arrays.asList(list.toArray())),
                Arbitraries.maps(Arbitraries.strings().alpha().ofMaxLength(5), deeper)
                        .ofMaxSize(4)
                        .map(LinkedHashMap::new)));
    }
}
