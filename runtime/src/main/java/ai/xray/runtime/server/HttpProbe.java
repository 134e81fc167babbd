package ai.xray.runtime.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Asks the server that was just started one question, as a client would; a plain socket costs no start-up time. */
final class HttpProbe {
    private static final int TIMEOUT_MILLIS = 2_000;
    private static final int MAX_REPLY_BYTES = 64 * 1024;

    private HttpProbe() {}

    /** Status line, headers and body of {@code GET path}, or the reason why there is none. */
    static String get(URI base, String path) {
        try (Socket socket = new Socket()) {
            InetAddress address = InetAddress.getByName(base.getHost());
            InetAddress reachable = address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address;
            socket.connect(new InetSocketAddress(reachable, base.getPort()), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            String request = "GET %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n"
                    .formatted(path, base.getPort());
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream reply = socket.getInputStream();
            return new String(reply.readNBytes(MAX_REPLY_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
