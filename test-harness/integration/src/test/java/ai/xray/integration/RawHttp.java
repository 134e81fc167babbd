package ai.xray.integration;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A connection on which every byte is as a test wants it. */
final class RawHttp implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final int RECEIVE_BYTES = 8192;
    private static final Pattern STATUS = Pattern.compile("(?m)^HTTP/1\\.1 (\\d{3})[ \\r]");

    private final Socket socket = new Socket();

    RawHttp(URI server) throws IOException {
        socket.setReceiveBufferSize(RECEIVE_BYTES); // before it is connected, or it has no effect
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    Socket socket() {
        return socket;
    }

    /** Sends text as it stands, a byte for a character. */
    RawHttp send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** All that comes until the server closes the connection. */
    String rest() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(bytes);
        } catch (SocketException e) {
            bytes.write("\n(reset)".getBytes(StandardCharsets.US_ASCII)); // as good an end as any
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The statuses of the replies in {@code text}, in their order. */
    static List<Integer> statuses(String text) {
        List<Integer> statuses = new ArrayList<>();
        Matcher matcher = STATUS.matcher(text);
        while (matcher.find()) {
            statuses.add(Integer.parseInt(matcher.group(1)));
        }
        return statuses;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
