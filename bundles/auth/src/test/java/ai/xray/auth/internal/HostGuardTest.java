package ai.xray.auth.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.xray.memory.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostGuardTest {
    private static final String LOCAL = "127.0.0.1:8080";

    private final HostGuard onLoopback = new HostGuard(Requests.listening(LOCAL));
    private final HostGuard onNetwork = new HostGuard(new Settings(
            false,
            "",
            "0.0.0.0:8080",
            "https://xray.example.com/base",
            List.of("https://app.example.com, vscode-webview://abc", "http://other.example:8081"),
            List.of("xray.tools.svc,host.docker.internal")));

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1:8080", "localhost:8080", "localhost", "[::1]:8080", "127.9.9.9:1", "LOCALHOST:8080"})
    void loopbackServerAnswersToLoopbackHosts(String host) {
        admits(onLoopback, host, null);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "evil.example",
                "evil.example:8080",
                "127.0.0.1.evil.com:8080",
                "localhost.evil.com",
                "10.0.0.1:8080",
                "localhost:8080@evil.com",
                "2130706433:8080",
                "xray.example.com"
            })
    void loopbackServerRefusesEveryOtherHost(String host) {
        refuses(onLoopback, host, null, "Host");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xray.example.com",
                "XRAY.example.com:443",
                "10.1.2.3:8080",
                "[fd00::1]:8080",
                "localhost:8080",
                "xray.tools.svc:8080",
                "host.docker.internal:8080"
            })
    void networkServerAnswersToItsNamesAndToAddresses(String host) {
        admits(onNetwork, host, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "xray.example.com.evil.example", "example.com", "app.example.com"})
    void networkServerRefusesNamesThatAreNotItsOwn(String host) {
        refuses(onNetwork, host, null, "Host");
    }

    @Test
    void serverAnswersToTheNameItListensOn() {
        admits(new HostGuard(Requests.listening("Box.lan:8080")), "box.lan:8080", null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:8080", "http://localhost:3000", "http://[::1]:5173", "https://localhost"})
    void loopbackPagesAreTrusted(String origin) {
        admits(onLoopback, LOCAL, origin);
        admits(onNetwork, "xray.example.com", origin);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://xray.example.com",
                "https://xray.example.com:443",
                "https://APP.example.com",
                "vscode-webview://abc",
                "http://other.example:8081",
                "http://10.1.2.3:8080"
            })
    void ownAndListedOriginsAreTrusted(String origin) {
        admits(onNetwork, "10.1.2.3:8080", origin);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "",
                "*",
                "https://evil.example",
                "http://app.example.com",
                "https://app.example.com:444",
                "https://app.example.com/",
                "https://app.example.com.evil.example",
                "http://localhost.evil.com",
                "https://xray.example.com@evil.example",
                "vscode-webview://abcd",
                "file://",
                "http://10.1.2.3:9999",
                "chrome-extension://localhost",
                "javascript:alert(1)",
                "https://app.example.com\r\nX: y"
            })
    void everyOtherOriginIsRefused(String origin) {
        refuses(onNetwork, "10.1.2.3:8080", origin, "Origin");
    }

    @Test
    void aPageIsTrustedByTheServerThatServedItAlone() {
        HostGuard plain = new HostGuard(Requests.listening("0.0.0.0:8080"));

        admits(plain, "10.1.2.3:8080", "http://10.1.2.3:8080");
        admits(plain, "10.1.2.3", "http://10.1.2.3");
        refuses(plain, "10.1.2.3:8080", "http://10.1.2.4:8080", "Origin");
    }

    @Test
    void refusalQuotesAnExcerptWithoutControlCharacters() {
        Refusal refusal = catchThrowableOfType(
                Refusal.class, () -> onLoopback.check(Requests.with("e\r\n" + "x".repeat(500), null, null, "::1")));

        assertThat(refusal.getMessage()).hasSizeLessThan(300).doesNotContain("\r", "\n");
    }

    private static void admits(HostGuard guard, String host, String origin) {
        assertThatCode(() -> guard.check(Requests.with(host, origin, null, "::1")))
                .doesNotThrowAnyException();
    }

    private static void refuses(HostGuard guard, String host, String origin, String header) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> guard.check(Requests.with(host, origin, null, "::1")))
                .withMessageStartingWith(header + ": ")
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.FORBIDDEN));
    }
}
