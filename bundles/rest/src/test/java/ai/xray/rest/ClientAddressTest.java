package ai.xray.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ClientAddressTest {
    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = new TestServer(1024);
        server.route("/who", (request, response) -> response.getWriter().print(request.getRemoteAddr()));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** The headers are separated by semicolons. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 | 203.0.113.9                           | 127.0.0.1
            1 | 203.0.113.9                           | 203.0.113.9
            1 | 198.51.100.1, 203.0.113.9             | 203.0.113.9
            1 | 198.51.100.1;203.0.113.9              | 203.0.113.9
            2 | 198.51.100.1, 203.0.113.9, 10.0.0.1   | 203.0.113.9
            2 | 203.0.113.9                           | 127.0.0.1
            1 |                                       | 127.0.0.1
            1 | unknown                               | 127.0.0.1
            1 | evil.example                          | 127.0.0.1
            1 | 203.0.113.9,                          | 127.0.0.1
            1 | [2001:db8::1]                         | 2001:db8:0:0:0:0:0:1
            """)
    void clientIsWhomTheOutermostTrustedProxySaw(int proxies, String headers, String address) throws Exception {
        server.doorway().change(1024, new CrossOrigin(Set.of()), new ClientAddress(proxies));
        String[] lines = Optional.ofNullable(headers).stream()
                .flatMap(all -> Stream.of(all.split(";", -1)))
                .map(header -> "X-Forwarded-For: " + header)
                .toArray(String[]::new);
        assertThat(Wire.ask(server.port(), "GET", "/who", lines).body()).isEqualTo(address);
    }

    @Test
    void withoutProxiesWhatAClientSaysOfItselfIsNotBelieved() throws Exception {
        assertThat(Wire.ask(server.port(), "GET", "/who", "X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.9")
                        .body())
                .isEqualTo("127.0.0.1");
    }
}
