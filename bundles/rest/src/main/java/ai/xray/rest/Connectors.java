package ai.xray.rest;

import ai.xray.json.Json;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * The connectors. They answer what is no request at all, which never comes as far as a servlet, in the form of all our errors;
 * they hang up on clients that are slow to begin; and they can refuse requests when nothing of ours is there any more: when Jetty's bundle stops, it takes its servlets away first and goes on
 * accepting for a moment, so that a request would be told that {@code /mcp} does not exist.
 *
 * <p>The whiteboard does not hand out connectors, but a request knows the one it came by.
 *
 * <p>Thread-safe.
 */
final class Connectors {
    private static final String SHUTTING_DOWN = "The server is shutting down; ask again.";

    private final Set<Connector> seen = ConcurrentHashMap.newKeySet();

    private final Set<SlowHeads> watches = ConcurrentHashMap.newKeySet();

    /** Takes note of the connector that a request came by. */
    void note(HttpServletRequest request) {
        ServletContextRequest inner = ServletContextRequest.getServletContextRequest(request);
        if (inner != null) {
            Connector connector = inner.getConnectionMetaData().getConnector();
            if (seen.add(connector)) {
                SlowHeads slowHeads = new SlowHeads(connector, InstantSource.system());
                slowHeads.watch();
                watches.add(slowHeads);
                connector.getServer().setErrorHandler(new ProblemHandler());
            }
        }
    }

    /** Writes what Jetty refuses by itself, such as a malformed request, as a problem document. */
    private static final class ProblemHandler extends ErrorHandler {
        @Override
        protected void generateResponse(
                Request request, Response response, int code, String message, Throwable cause, Callback callback) {
            // Jetty's own message may quote the request or the server's insides
            String detail = code == HttpStatus.SERVICE_UNAVAILABLE_503
                    ? SHUTTING_DOWN
                    : "The request cannot be read or served.";
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
            Content.Sink.write(
                    response, true, Json.write(Problem.of(code, detail).body()), callback);
        }
    }

    /** Lets the connectors answer every further request with 503, for as long as they last. */
    void refuse() {
        watches.forEach(SlowHeads::close);
        for (Connector connector : seen) {
            connector
                    .getConnectionFactory(HttpConnectionFactory.class)
                    .getHttpConfiguration()
                    .addCustomizer((request, headers) -> {
                        throw new HttpException.RuntimeException(HttpStatus.SERVICE_UNAVAILABLE_503, SHUTTING_DOWN);
                    });
        }
    }
}
