package ai.xray.auth.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.auth.AccessRequest;
import ai.xray.memory.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressTest {
    /** Attack 36. */
    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:8080", "127.0.0.1.evil.com", "localhost@evil", "x\r\ny", ""})
    void attack36HostHeaderNeverBecomesPartOfTheAddress(String host) {
        assertThat(new ServerAddress("127.0.0.1:8080", "").base(from(host))).contains("http://127.0.0.1:8080");
        assertThat(new ServerAddress("127.0.0.1:8080", "https://xray.example.com/").base(from(host)))
                .contains("https://xray.example.com");
        assertThat(new ServerAddress("0.0.0.0:8080", "").base(from(host))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:1,http://localhost:8080",
        "LOCALHOST,http://localhost:8080",
        "[::1]:8080,http://[::1]:8080",
        "127.0.0.1,http://127.0.0.1:8080",
        "127.0.0.2,http://127.0.0.1:8080"
    })
    void hostHeaderChoosesBetweenTheSpellingsOfLoopback(String host, String base) {
        assertThat(new ServerAddress("127.0.0.1:8080", "").base(from(host))).contains(base);
    }

    @Test
    void portIsTheOneOfTheSocketWhereAnyFreeOneWasTaken() {
        ServerAddress address = new ServerAddress("127.0.0.1:0", "");

        assertThat(address.base(from("localhost:9"))).isEmpty();
        assertThat(address.base(from("localhost:9").at(4711))).contains("http://localhost:4711");
    }

    @Test
    void publicUrlThatIsNotSafeIsNone() {
        ServerAddress address = new ServerAddress("0.0.0.0:8080", "http://xray.example.com");

        assertThat(address.base(from("xray.example.com"))).isEmpty();
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> address.required(from("xray.example.com")))
                .withMessageContaining("public-url");
    }

    private static AccessRequest from(String host) {
        return Requests.with(host, null, null, "127.0.0.1");
    }
}
