package ai.xray.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.rest.Wire.Answer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RoutesTest {
    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = new TestServer(1024);
        server.route("/healthz", new Liveness());
        server.route("/v1/version", new VersionRoute("1.2.3"));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void livenessSaysOk() throws IOException {
        Answer answer = Wire.ask(server.port(), "GET", "/healthz");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).contains("application/json");
        assertThat(answer.body()).isEqualTo("{\"status\":\"ok\"}");
    }

    @Test
    void versionTellsTheServerTheJavaAndTheRevisionsOfMcp() throws IOException {
        assertThat(Wire.ask(server.port(), "GET", "/v1/version").json())
                .containsOnlyKeys("name", "version", "java", "mcp")
                .containsEntry("name", "X-Ray")
                .containsEntry("version", "1.2.3")
                .containsEntry("java", Runtime.version().toString())
                .containsEntry("mcp", List.of("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"));
    }

    @Test
    void headTellsWhatGetWouldSend() throws IOException {
        Answer get = Wire.ask(server.port(), "GET", "/healthz");
        Answer head = Wire.ask(server.port(), "HEAD", "/healthz");

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
        assertThat(head.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get"})
    void otherMethodsAreToldWhichAreAllowed(String method) throws IOException {
        Answer answer = Wire.ask(server.port(), method, "/v1/version");

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).contains("GET, HEAD");
        assertThat(answer.header("Content-Type")).contains("application/problem+json");
    }
}
