package ai.xray.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConnectionFactory;

/**
 * The connectors, which can refuse requests when nothing of ours is there any more. When Jetty's bundle stops, it takes its
 * servlets away first and goes on accepting for a moment, so that a request would be told that {@code /mcp} does not exist.
 * The whiteboard does not hand out connectors, but a request knows the one it came by.
 *
 * <p>Thread-safe.
 */
final class Connectors {
    private final Set<Connector> seen = ConcurrentHashMap.newKeySet();

    /** Takes note of the connector that a request came by. */
    void note(HttpServletRequest request) {
        ServletContextRequest inner = ServletContextRequest.getServletContextRequest(request);
        if (inner != null) {
            seen.add(inner.getConnectionMetaData().getConnector());
        }
    }

    /** Lets the connectors answer every further request with 503, for as long as they last. */
    void refuse() {
        for (Connector connector : seen) {
            connector
                    .getConnectionFactory(HttpConnectionFactory.class)
                    .getHttpConfiguration()
                    .addCustomizer((request, headers) -> {
                        throw new HttpException.RuntimeException(
                                HttpStatus.SERVICE_UNAVAILABLE_503, "The server is shutting down; ask again.");
                    });
        }
    }
}
