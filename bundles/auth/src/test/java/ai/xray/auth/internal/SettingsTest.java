package ai.xray.auth.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.memory.Refusal;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    @ParameterizedTest
    @CsvSource({"127.0.0.1:0,127.0.0.1", ":8080,0.0.0.0", "*:8080,0.0.0.0", "[::]:8080,::", "box.lan:1,box.lan"})
    void readsTheListenAddress(String listen, String host) {
        assertThat(Requests.listening(listen).listenAuthority().host()).isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "8080",
                "localhost",
                "127.0.0.1:",
                "127.0.0.1:99999",
                "::1:8080",
                "http://localhost:8080",
                "a b:1"
            })
    void refusesAListenAddressWithoutHostOrPort(String listen) {
        refuses("listen", Requests.listening(listen), Settings::listenAuthority);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xray.example.com",
                "ftp://xray.example.com",
                "https://",
                "https://a@b",
                "https://h?q",
                "https://h#f",
                "https://h:99999",
                "https:///path"
            })
    void refusesAPublicUrlThatIsNone(String url) {
        refuses("public-url", new Settings(false, "", ":1", url, List.of(), List.of()), Settings::publicOrigin);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "null", "app.example.com", "https://app.example.com/", "https://a b"})
    void refusesACorsOriginThatIsNone(String origin) {
        Settings settings = new Settings(false, "", ":1", "", List.of("https://fine.example," + origin), List.of());

        refuses("cors-origins", settings, Settings::trustedOrigins);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "http://host", "host:8080", "a b"})
    void refusesAnAllowedHostThatIsNone(String host) {
        refuses("allowed-hosts", new Settings(false, "", ":1", "", List.of(), List.of(host)), Settings::furtherHosts);
    }

    private static void refuses(String setting, Settings settings, Consumer<Settings> reading) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> reading.accept(settings))
                .withMessageStartingWith(setting + ": '")
                .withMessageEndingWith(".")
                .satisfies(refusal -> assertThat(refusal.field()).contains(setting));
    }
}
