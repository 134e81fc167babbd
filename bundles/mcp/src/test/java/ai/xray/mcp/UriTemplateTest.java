package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriTemplateTest {
    @ParameterizedTest
    @CsvSource({
        "xray://cell/abc, abc",
        "xray://cell/a%2Fb, a/b",
        "xray://cell/a%20b, a b",
        "xray://cell/a+b, a+b",
        "xray://cell/%C3%BC, ü"
    })
    void valuesAreReadBackAndDecoded(String uri, String id) {
        assertThat(new UriTemplate("xray://cell/{id}").match(uri)).contains(Map.of("id", id));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "xray://cell/",
                "xray://cell/a/b",
                "xray://cell/a?b",
                "xray://cell/a#b",
                "xray://cell/%",
                "xray://cell/%zz",
                "XRAY://cell/a",
                "xray://cell/a\nb/..",
                "other://cell/a"
            })
    void otherAddressesAreNotOfIt(String uri) {
        assertThat(new UriTemplate("xray://cell/{id}").match(uri)).isEmpty();
    }

    @Test
    void severalVariablesAreToldApartByWhatIsBetween() {
        assertThat(new UriTemplate("a://{map}/n/{name}").match("a://m/n/x")).contains(Map.of("map", "m", "name", "x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a://{one}{two}", "a://{", "a://}", "a://{with space}", "a://{+path}"})
    void templatesThatCannotBeReadBackAreRefused(String template) {
        assertThatThrownBy(() -> new UriTemplate(template)).isInstanceOf(IllegalArgumentException.class);
    }
}
