package ai.xray.runtime.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireTest {
    @ParameterizedTest
    @CsvSource({
        "echo, echo",
        "with space, with space",
        "ü, =?base64?w7w=?=",
        "' edge', =?base64?IGVkZ2U=?=",
        "=?base64?x?=, =?base64?PT9iYXNlNjQ/eD89?=",
        "'', =?base64??="
    })
    void headersRepeatTheBodyInWhatHeadersCanCarry(String name, String header) {
        Wire wire = Wire.of(Json.write(Map.of(
                "jsonrpc",
                "2.0",
                "id",
                1,
                "method",
                "tools/call",
                "params",
                Map.of("name", name, "_meta", Map.of("io.modelcontextprotocol/protocolVersion", "2026-07-28")))));

        assertThat(wire.headers())
                .isEqualTo(
                        Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", header));
    }

    @Test
    void whatIsNoMessagePassesForTheServerToJudge() {
        for (String line : new String[] {"nonsense", "[]", "7", "{\"method\":7,\"params\":[]}"}) {
            Wire wire = Wire.of(line);
            assertThat(wire.text()).isEqualTo(line);
            assertThat(wire.method()).isEmpty();
            assertThat(wire.requestId()).isEmpty();
            assertThat(wire.version()).isEmpty();
        }
    }

    @Test
    void cancellationsNameTheirRequest() {
        assertThat(Wire.of("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"a\"}}")
                        .cancels())
                .contains("a");
        assertThat(Wire.of("{\"method\":\"ping\",\"params\":{\"requestId\":\"a\"}}")
                        .cancels())
                .isEmpty();
    }

    @Test
    void linesAreReadWithoutBlankOnesAndWithinABound() throws IOException {
        Lines lines = new Lines(stream("{\"a\":1}\r\n\n \t\n" + "x".repeat(50) + "\nlast"), 20);

        assertThat(lines.next()).contains("{\"a\":1}\r");
        assertThat(lines.next()).contains("x".repeat(20));
        assertThat(lines.next()).contains("last");
        assertThat(lines.next()).isEmpty();
    }

    @Test
    void eventsAreReadWithTheirIdsAndWithoutComments() throws IOException {
        Events events =
                new Events(stream(": hello\n\nid: a-0\ndata: \n\nid: a-1\nevent: message\ndata: {\ndata:}\n\n: bye\n"));

        assertThat(events.next()).contains("{\n}");
        assertThat(events.lastId()).contains("a-1");
        assertThat(events.next()).isEmpty();
    }

    @Test
    void messageIsOneLineOfUtf8() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Output(out).write("{\"ü\":\r\n1}");

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("{\"ü\":  1}\n");
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
