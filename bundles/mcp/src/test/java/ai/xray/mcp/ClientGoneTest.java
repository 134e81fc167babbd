package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.tool.ToolReply;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client without a session cancels by going away, which a silent call has to find out. */
class ClientGoneTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final CountDownLatch started = new CountDownLatch(1);
    private final CompletableFuture<Boolean> noticed = new CompletableFuture<>();
    private McpTestServer server;

    @BeforeEach
    void start() throws Exception {
        server = new McpTestServer(SampleTool.named("patient", invocation -> {
            started.countDown();
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!invocation.cancelled() && System.nanoTime() < deadline) {
                LockSupport.parkNanos(1_000_000);
            }
            noticed.complete(invocation.cancelled());
            return ToolReply.text("done");
        }));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void callThatSaysNothingNoticesThatItsClientWent() throws Exception {
        try (Socket client =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            client.getOutputStream().write(call());
            client.getOutputStream().flush();
            assertThat(started.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }

        assertThat(noticed.get(PATIENCE.toSeconds() + 5, TimeUnit.SECONDS)).isTrue();
    }

    private static byte[] call() {
        Map<String, Object> params = Map.of("name", "patient");
        byte[] body =
                McpClient.request(1L, "tools/call", McpClient.withMeta(params)).getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        McpClient.usual().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        McpClient.statelessHeaders("tools/call", params)
                .forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        byte[] start = head.toString().getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[start.length + body.length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(body, 0, all, start.length, body.length);
        return all;
    }
}
