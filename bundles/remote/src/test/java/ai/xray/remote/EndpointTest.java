package ai.xray.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.memory.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
    private static final String SETTING = "embedding-endpoint";

    @ParameterizedTest
    @CsvSource({
        "http://localhost:11434,http://localhost:11434",
        "' HTTPS://api.example.com/v1/ ',https://api.example.com/v1",
        "https://[2001:db8::1]:8443//,https://[2001:db8::1]:8443",
        "http://10.0.0.7/base,http://10.0.0.7/base"
    })
    void readsAddressesWithoutTheSlashAtTheEnd(String text, String uri) {
        assertThat(Endpoint.parse(SETTING, text).uri()).hasToString(uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:11434",
                "ftp://host",
                "file:///etc/passwd",
                "http://",
                "http:///path",
                "http://host:0",
                "http://host:99999",
                "http://host?key=1",
                "http://host#part",
                "http://ho st",
                "http://höst",
                "http://host\r\nX: y"
            })
    void refusesWhatIsNoAddress(String text) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> Endpoint.parse(SETTING, text))
                .withMessageStartingWith("embedding-endpoint: '")
                .withMessageEndingWith("for example http://localhost:11434.")
                .satisfies(refusal -> assertThat(refusal.field()).contains(SETTING));
    }

    @Test
    void refusesAnAddressThatIsTooLong() {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> Endpoint.parse(SETTING, "http://host/" + "x".repeat(2000)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   "})
    void saysThatItMustBeSet(String text) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> Endpoint.parse(SETTING, text))
                .withMessage("embedding-endpoint: must be set, for example http://localhost:11434.");
    }

    @Test
    void passwordInAnAddressIsRefusedAndNotRepeated() {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> Endpoint.parse(SETTING, "https://user:pass-word@host"))
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("pass-word", "user:"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest",
                "http://[fe80::1]",
                "http://[::ffff:169.254.169.254]",
                "http://2852039166",
                "http://Metadata.Google.Internal"
            })
    void refusesWhereCloudsGiveOutCredentials(String text) {
        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> Endpoint.parse(SETTING, text));
    }

    @ParameterizedTest
    @CsvSource({
        "https://api.example.com,false",
        "http://localhost:1,false",
        "http://127.0.0.1:1,false",
        "http://[::1]:1,false",
        "http://10.0.0.7,true",
        "http://embedder:8080,true"
    })
    void isExposedWithoutTlsUnlessOnThisMachine(String text, boolean exposed) {
        assertThat(Endpoint.parse(SETTING, text).isExposed()).isEqualTo(exposed);
    }
}
