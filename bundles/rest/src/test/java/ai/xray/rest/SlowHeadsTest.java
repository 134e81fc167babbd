package ai.xray.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SlowHeadsTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private TestServer server;
    private SlowHeads heads;

    @BeforeEach
    void start() throws Exception {
        server = new TestServer(1024);
        server.route("/ok", (request, response) -> response.setStatus(204));
        heads = new SlowHeads(server.connector(), now::get);
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"G", "GET /ok HTTP/1.1\r\n", "GET /ok HTTP/1.1\r\nHost: localhost\r\nX-Slow: a"})
    void headThatTakesTooLongIsHungUpOn(String begun) throws Exception {
        try (Socket slow = connected()) {
            send(slow, begun);
            await(begun.length());
            heads.look();
            pass(SlowHeads.LONGEST.toMillis());
            heads.look();
            assertThat(isOpen()).as("it has all the time that is allowed").isTrue();
            pass(1);
            heads.look();
            assertThat(slow.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void lineBreaksWithoutARequestAreHungUpOn() throws Exception {
        try (Socket slow = connected()) {
            heads.look();
            send(slow, "\r\n");
            await(2);
            pass(SlowHeads.LONGEST.toMillis() + 1);
            heads.look();
            assertThat(slow.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void connectionThatWaitsIsLeftAloneHoweverLong() throws Exception {
        try (Socket idle = connected()) {
            heads.look();
            pass(60_000);
            heads.look();
            pass(60_000);
            heads.look();
            send(idle, "GET /ok HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(Wire.receive(idle).status()).isEqualTo(204);
        }
    }

    @Test
    void requestThatIsServedForLongIsLeftAlone() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.route("/long", (request, response) -> {
            inside.countDown();
            goOn.await();
            response.setStatus(204);
        });
        try (Socket client = connected()) {
            send(client, "GET /long HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            inside.await();
            heads.look();
            pass(60_000);
            heads.look();
            goOn.countDown();
            assertThat(Wire.receive(client).status()).isEqualTo(204);
        }
    }

    /** A connection that the server has taken. */
    private Socket connected() throws IOException {
        Socket socket = Wire.connect(server.port());
        await(0);
        return socket;
    }

    private void await(long bytes) {
        long deadline = System.nanoTime() + 10_000_000_000L;
        while (server.connector().getConnectedEndPoints().stream()
                .noneMatch(client ->
                        client.getConnection() != null && client.getConnection().getBytesIn() >= bytes)) {
            assertThat(System.nanoTime()).as("the server has read it").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private boolean isOpen() {
        return server.connector().getConnectedEndPoints().stream().anyMatch(client -> client.isOpen());
    }

    private void pass(long millis) {
        now.updateAndGet(instant -> instant.plusMillis(millis));
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }
}
