package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.McpClient;
import ai.xray.harness.ServerProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What happens to memory is told to those who listen, to each what is for them. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class MemoryEventsIT {
    private static final int MANY = 1000;

    /** More than the server remembers. */
    private static final int FLOOD = 2000;

    @TempDir
    private Path dataDir;

    private ServerProcess server;
    private McpClient client;

    @BeforeEach
    void start() throws Exception {
        server = Distribution.built().serve(dataDir, "--store=memory", "--embedder=none");
        client = McpClient.connect(server.baseUri(), Era.STATELESS);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void changesAndHitsAreTold() throws Exception {
        try (Listener listener = new Listener("")) {
            write("c1", "Zebras graze.");
            assertThat(listener.next())
                    .containsEntry("event", "change")
                    .containsEntry("data", "{\"op\":\"created\",\"id\":\"c1\",\"kind\":\"note\"}");
            write("c1", "Zebras sleep.");
            assertThat(listener.next().get("data")).contains("\"op\":\"updated\"");
            client.callTool("search_memory", Map.of("query", "zebras\nsleep"));
            assertThat(listener.next())
                    .containsEntry("event", "hit")
                    .containsEntry("data", "{\"ids\":[\"c1\"],\"query\":\"zebras\\nsleep\",\"kinds\":[\"note\"]}");
            client.callTool("delete_memory", Map.of("id", "c1"));
            assertThat(listener.next().get("data")).contains("\"op\":\"deleted\"");
        }
    }

    @Test
    void privateChangesGoToTheirOwnerOnly() throws Exception {
        try (Listener owner = new Listener("?subject=user:ada");
                Listener other = new Listener("?subject=user:bob");
                Listener nobody = new Listener("")) {
            client.callTool(
                    "upsert_memory",
                    Map.of(
                            "id",
                            "hers",
                            "kind",
                            "note",
                            "title",
                            "t",
                            "content",
                            "c",
                            "scope",
                            "private",
                            "subject",
                            "user:ada"));
            client.callTool("search_memory", Map.of("query", "hers", "subject", "user:ada"));
            write("everyones", "For all.");
            assertThat(owner.next().get("data")).contains("hers");
            for (Listener stranger : List.of(other, nobody)) {
                assertThat(stranger.next().get("data")).contains("everyones");
            }
        }
    }

    @Test
    void listenerThatComesBackHearsWhatItMissed() throws Exception {
        String last;
        try (Listener listener = new Listener("")) {
            write("a", "First.");
            last = listener.next().get("id");
        }
        write("b", "Second.");
        write("c", "Third.");
        try (Listener again = new Listener("", "Last-Event-ID: " + last)) {
            assertThat(again.next().get("data")).contains("\"id\":\"b\"");
            assertThat(again.next().get("data")).contains("\"id\":\"c\"");
        }
    }

    @Test
    void listenerIsToldWhenItMissedMoreThanIsRemembered() throws Exception {
        String last;
        try (Listener listener = new Listener("")) {
            write("a", "First.");
            last = listener.next().get("id");
        }
        flood();
        try (Listener again = new Listener("", "Last-Event-ID: " + last)) {
            assertThat(again.next()).containsEntry("event", "missed");
            assertThat(again.next()).containsEntry("event", "hit");
        }
        try (Listener ofAnotherLife = new Listener("", "Last-Event-ID: 0123456789abcdef-5")) {
            assertThat(ofAnotherLife.next()).containsEntry("event", "missed");
        }
    }

    @Test
    void slowReaderIsCutOffAndNobodyWaitsForIt() throws Exception {
        try (Listener slow = new Listener("")) {
            write("a", "x ".repeat(500));
            flood();
            write("b", "Still writing.");
            // What it was sent before it fell behind is still there; then the stream ends.
            assertThat(slow.restIsShorterThan(FLOOD)).isTrue();
        }
    }

    @Test
    void thousandListenersAreHeldAndAllHear() throws Exception {
        List<Listener> listeners = new ArrayList<>();
        try {
            for (int i = 0; i < MANY; i++) {
                listeners.add(new Listener(""));
            }
            write("a", "For a thousand.");
            for (Listener listener : listeners) {
                assertThat(listener.next().get("data")).contains("\"id\":\"a\"");
            }
        } finally {
            for (Listener listener : listeners) {
                listener.close();
            }
        }
    }

    @Test
    void streamsEndWhenTheServerStops() throws Exception {
        try (Listener listener = new Listener("")) {
            server.terminate();
            assertThat(listener.atEnd()).isTrue();
        }
        assertThat(server.awaitEnd(ServerProcess.STOP_DEADLINE)).isZero();
    }

    private void write(String id, String content) throws IOException {
        client.callTool("upsert_memory", Map.of("id", id, "kind", "note", "title", "t", "content", content));
    }

    /** Hits with long queries, so that what one reader is sent does not fit into the buffers of the network. */
    private void flood() throws IOException {
        write("found", "x");
        String query = "x" + "…".repeat(1900);
        for (int i = 0; i < FLOOD; i++) {
            client.callTool("search_memory", Map.of("query", query, "limit", 1));
        }
    }

    /** One who listens. */
    private final class Listener implements AutoCloseable {
        private final RawHttp connection;
        private final BufferedReader lines;

        /** Is heard of by the server when this returns. */
        Listener(String query, String... headers) throws IOException {
            connection = new RawHttp(server.baseUri());
            StringBuilder request = new StringBuilder(
                    "GET /v1/memory/events%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n".formatted(query));
            for (String header : headers) {
                request.append(header).append("\r\n");
            }
            connection.send(request + "\r\n");
            lines = new BufferedReader(
                    new InputStreamReader(connection.socket().getInputStream(), StandardCharsets.UTF_8));
            String line = lines.readLine();
            assertThat(line).isEqualTo("HTTP/1.1 200 OK");
            while (!": listening".equals(line)) {
                line = lines.readLine();
                assertThat(line).as("the stream begins").isNotNull();
            }
        }

        /** The next event's fields. */
        Map<String, String> next() throws IOException {
            Map<String, String> event = new LinkedHashMap<>();
            while (true) {
                String line = lines.readLine();
                assertThat(line).as("there is a next event").isNotNull();
                if (line.isEmpty() && event.containsKey("data")) {
                    return event;
                }
                int colon = line.indexOf(": ");
                if (colon > 0) {
                    event.put(line.substring(0, colon), line.substring(colon + 2));
                }
            }
        }

        /** Reads to the end of the stream. */
        boolean restIsShorterThan(int events) throws IOException {
            return lines.lines().filter(line -> line.startsWith("event: ")).count() < events;
        }

        boolean atEnd() throws IOException {
            return lines.lines().noneMatch(line -> line.startsWith("event: "));
        }

        @Override
        public void close() throws IOException {
            connection.close();
        }
    }
}
