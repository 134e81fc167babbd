package ai.xray.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListenTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:8080,127.0.0.1,8080",
        "localhost:0,localhost,0",
        "[::1]:65535,::1,65535",
        ":8080,0.0.0.0,8080"
    })
    void readsAddresses(String text, String host, int port) {
        assertThat(Listen.parse(text)).isEqualTo(new Listen(host, port));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "a:b", "::1:80", "host:-1"})
    void refusesWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> Listen.parse(text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("allowed: HOST:PORT with a port of 0 to 65535");
    }

    @Test
    void takenPortIsToldBeforeAnythingStarts() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Listen listen = new Listen("127.0.0.1", taken.getLocalPort());
            assertThatThrownBy(listen::requireFree)
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + taken.getLocalPort());
        }
    }
}
