package ai.xray.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CrossOriginTest {
    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = new TestServer(
                1024,
                CrossOrigin.of(
                        "https://XRay.example.com:443/path",
                        List.of("https://app.example.com, http://b.example:8081", "nonsense")));
        server.route("/x", (request, response) -> response.setStatus(200));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://xray.example.com", "https://app.example.com", "http://b.example:8081"})
    void listedOriginMayReadReplies(String origin) throws Exception {
        Wire.Answer answer = Wire.ask(server.port(), "GET", "/x", "Origin: " + origin);
        assertThat(answer.header("Access-Control-Allow-Origin")).contains(origin);
        assertThat(answer.header("Access-Control-Expose-Headers").orElse("")).contains("ETag");
        assertThat(answer.header("Access-Control-Allow-Credentials")).isEmpty();
        assertThat(answer.header("Vary")).contains("Origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://app.example.com.evil.example",
                "http://app.example.com",
                "https://app.example.com:8443",
                "https://evil.example",
                "null",
                "*",
                "nonsense"
            })
    void otherOriginMayNot(String origin) throws Exception {
        Wire.Answer answer = Wire.ask(server.port(), "GET", "/x", "Origin: " + origin);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
        assertThat(answer.header("Vary")).contains("Origin");
    }

    @Test
    void preflightIsAnsweredWithoutTheRoute() throws Exception {
        Wire.Answer answer = Wire.ask(
                server.port(),
                "OPTIONS",
                "/nowhere",
                "Origin: https://app.example.com",
                "Access-Control-Request-Method: PATCH",
                "Access-Control-Request-Headers: authorization");
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.header("Access-Control-Allow-Methods").orElse("")).contains("PATCH");
        assertThat(answer.header("Access-Control-Allow-Headers").orElse("")).contains("Authorization");
    }

    @Test
    void refusalsCanBeReadToo() throws Exception {
        Wire.Answer answer = Wire.ask(server.port(), "GET", "/nowhere", "Origin: https://app.example.com");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Access-Control-Allow-Origin")).contains("https://app.example.com");
    }
}
