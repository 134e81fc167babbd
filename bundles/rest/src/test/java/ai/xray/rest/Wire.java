package ai.xray.rest;

import ai.xray.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** HTTP/1.1 by hand, so that tests can send what a well-behaved client would not and see every byte of the reply. */
final class Wire {
    private static final int PATIENCE_MILLIS = 10_000;

    private Wire() {}

    /** A whole reply. */
    record Answer(int status, List<String> headerLines, String body) {
        Optional<String> header(String name) {
            String start = name.toLowerCase(Locale.ROOT) + ": ";
            return headerLines.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                    .map(line -> line.substring(start.length()))
                    .findFirst();
        }

        Map<String, Object> json() {
            return Json.readObject(body);
        }
    }

    /** A request without a body, of which {@code headers} are whole lines. */
    static Answer ask(int port, String method, String path, String... headers) throws IOException {
        return send(port, head(method, path, headers) + "\r\n");
    }

    /** The reply to {@code request} as it stands. */
    static Answer send(int port, String request) throws IOException {
        try (Socket socket = connect(port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return receive(socket);
        }
    }

    static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    /** The request line and headers without the empty line that ends them; asks to close the connection. */
    static String head(String method, String path, String... headers) {
        StringBuilder head =
                new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head.toString();
    }

    /** Reads until the server closes the connection. */
    static Answer receive(Socket socket) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        in.transferTo(bytes);
        String text = bytes.toString(StandardCharsets.UTF_8);
        int end = text.indexOf("\r\n\r\n");
        List<String> lines = List.of(text.substring(0, end).split("\r\n", -1));
        int status = Integer.parseInt(lines.getFirst().split(" ", 3)[1]);
        return new Answer(status, lines.subList(1, lines.size()), text.substring(end + 4));
    }
}
