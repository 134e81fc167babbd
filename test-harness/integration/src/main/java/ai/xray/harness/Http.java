package ai.xray.harness;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** Plain requests, for what a well-behaved client would not send; safe for use by many threads. */
public final class Http implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    // HTTP/2 would put every request of one client on one connection, which is not what today's MCP clients do.
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(DEADLINE)
            .build();
    private final URI server;

    public Http(URI server) {
        this.server = server;
    }

    public HttpResponse<String> get(String path) throws IOException {
        return send("GET", path, Map.of(), BodyPublishers.noBody());
    }

    public HttpResponse<String> get(String path, Map<String, String> headers) throws IOException {
        return send("GET", path, headers, BodyPublishers.noBody());
    }

    public HttpResponse<String> delete(String path, Map<String, String> headers) throws IOException {
        return send("DELETE", path, headers, BodyPublishers.noBody());
    }

    public HttpResponse<String> post(String path, Map<String, String> headers, String body) throws IOException {
        return send("POST", path, headers, BodyPublishers.ofString(body));
    }

    public HttpResponse<String> put(String path, Map<String, String> headers, String body) throws IOException {
        return send("PUT", path, headers, BodyPublishers.ofString(body));
    }

    public HttpResponse<String> patch(String path, Map<String, String> headers, String body) throws IOException {
        return send("PATCH", path, headers, BodyPublishers.ofString(body));
    }

    /** Closes its connections, whatever runs on them. */
    @Override
    public void close() {
        client.shutdownNow();
    }

    private HttpResponse<String> send(String method, String path, Map<String, String> headers, BodyPublisher body)
            throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(path)).timeout(DEADLINE).method(method, body);
        headers.forEach(request::header);
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while waiting for " + path);
            interrupted.initCause(e);
            throw interrupted;
        }
    }
}
