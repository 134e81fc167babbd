package ai.xray.runtime.stdio;

import ai.xray.runtime.client.ServerAccess;
import ai.xray.runtime.server.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.osgi.framework.BundleException;

/**
 * The endpoint of a server that may go away: another process's, which ends when that does. Then the next request finds
 * another, or takes the data directory itself. Thread-safe.
 */
final class Upstream implements AutoCloseable {
    private static final String PATH = "/mcp";
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_WITHIN)
            .build();
    private final ReentrantLock lock = new ReentrantLock();
    private final Source source;
    private ServerAccess access;

    /** Where a server is to be had. */
    @FunctionalInterface
    interface Source {
        ServerAccess open() throws IOException, BundleException, InterruptedException;
    }

    /** Finds a server at once, so that what is wrong is told before anything is said. */
    Upstream(Source source) throws IOException, BundleException, InterruptedException {
        this.source = source;
        this.access = source.open();
    }

    /** The reply to {@code POST}, whose body the caller closes. */
    HttpResponse<InputStream> post(String message, Map<String, String> headers)
            throws IOException, InterruptedException {
        return send("POST", message, headers);
    }

    /**
     * The reply to a request, whose body the caller closes. Only a request that did not reach a server is sent again.
     *
     * @throws UnavailableException when no server can be had
     */
    HttpResponse<InputStream> send(String method, String body, Map<String, String> headers)
            throws IOException, InterruptedException {
        ServerAccess used = current();
        try {
            return http.send(request(used, method, body, headers), BodyHandlers.ofInputStream());
        } catch (ConnectException e) {
            return http.send(request(another(used), method, body, headers), BodyHandlers.ofInputStream());
        }
    }

    /** Ends every request, and a server of this process. */
    @Override
    public void close() throws IOException {
        http.shutdownNow();
        current().close();
    }

    private ServerAccess current() {
        lock.lock();
        try {
            return access;
        } finally {
            lock.unlock();
        }
    }

    /** Another server than {@code gone}, which does not answer; whoever notices first looks for it. */
    private ServerAccess another(ServerAccess gone) throws IOException, InterruptedException {
        lock.lock();
        try {
            if (access.equals(gone)) {
                gone.close();
                access = source.open();
            }
            return access;
        } catch (BundleException e) {
            throw new IOException(e);
        } finally {
            lock.unlock();
        }
    }

    private static HttpRequest request(ServerAccess server, String method, String body, Map<String, String> headers) {
        HttpRequest.Builder request = server.client()
                .request(PATH)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return request.build();
    }
}
