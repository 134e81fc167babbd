package ai.xray.bench.load;

import ai.xray.json.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/**
 * One client that calls tools over one connection that is kept, in the stateless era of MCP. It writes and reads HTTP/1.1
 * itself: a client takes its processor time from the server beside it, and a library's would be most of what is measured.
 */
final class McpConnection implements AutoCloseable {
    private static final String META = "io.modelcontextprotocol/";
    private static final String REVISION = "2026-07-28";
    private static final Map<String, Object> CLIENT = Map.of(
            META + "protocolVersion", REVISION,
            META + "clientInfo", Map.of("name", "xray-bench", "version", "1"),
            META + "clientCapabilities", Map.of());
    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    McpConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** The body of a request, which can be sent many times. */
    static byte[] request(String tool, Map<String, Object> arguments) {
        return Json.write(Map.of(
                        "jsonrpc",
                        "2.0",
                        "id",
                        1,
                        "method",
                        "tools/call",
                        "params",
                        Map.of("name", tool, "arguments", arguments, "_meta", CLIENT)))
                .getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Calls a tool and waits for its answer.
     *
     * @param request what {@link #request} made
     * @return the answer as JSON text
     * @throws IOException also when the tool answers that it could not
     */
    String call(String tool, byte[] request) throws IOException {
        byte[] head = """
                POST /mcp HTTP/1.1\r
                Host: localhost\r
                Content-Type: application/json\r
                Accept: application/json, text/event-stream\r
                MCP-Protocol-Version: %s\r
                Mcp-Method: tools/call\r
                Mcp-Name: %s\r
                Content-Length: %d\r
                \r
                """.formatted(REVISION, tool, request.length).getBytes(StandardCharsets.US_ASCII);
        byte[] message = new byte[head.length + request.length];
        System.arraycopy(head, 0, message, 0, head.length);
        System.arraycopy(request, 0, message, head.length, request.length);
        out.write(message);
        String answer = answer();
        if (answer.contains("\"isError\":true")) {
            throw new IOException(tool + " answered: " + answer);
        }
        return answer;
    }

    private String answer() throws IOException {
        String status = line();
        int length = -1;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String folded = header.toLowerCase(Locale.ROOT);
            if (folded.startsWith("content-length:")) {
                length = Integer.parseInt(
                        folded.substring("content-length:".length()).strip());
            }
        }
        String body = new String(length < 0 ? chunks() : exactly(length), StandardCharsets.UTF_8);
        if (!status.startsWith("HTTP/1.1 200")) {
            throw new IOException("the server answered " + status + ": " + body);
        }
        return body;
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.writeBytes(exactly(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line().strip(), 16);
    }

    private byte[] exactly(int size) throws IOException {
        byte[] bytes = in.readNBytes(size);
        if (bytes.length < size) {
            throw new EOFException("the server closed the connection within an answer");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
