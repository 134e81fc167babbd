package ai.xray.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.HttpConnectionFactory;

/**
 * The listening sockets, closed before anything behind them goes. When Jetty's bundle stops, it takes its servlets away first
 * and goes on accepting for a moment, so that a request would be told that {@code /mcp} does not exist; a client is better
 * off with a refused connection. The whiteboard does not hand out connectors, but a request knows the one it came by.
 *
 * <p>Thread-safe.
 */
final class Connectors {
    /** How long a connection may be idle once its connector accepts no more. */
    private static final Duration IDLE = Duration.ofMillis(100);

    private static final Duration POLL = Duration.ofMillis(2);

    private static final System.Logger LOG = System.getLogger(Connectors.class.getName());

    private final Set<AbstractConnector> seen = ConcurrentHashMap.newKeySet();

    /** Takes note of the connector that a request came by. */
    void note(HttpServletRequest request) {
        ServletContextRequest inner = ServletContextRequest.getServletContextRequest(request);
        if (inner != null && inner.getConnectionMetaData().getConnector() instanceof AbstractConnector connector) {
            seen.add(connector);
        }
    }

    /** Accepts no more connections; those that are open end with the request they carry, or when they have been idle. */
    void shutDown() {
        for (AbstractConnector connector : seen) {
            connector.setShutdownIdleTimeout(IDLE.toMillis());
            // Its future may complete while a connection is still between accepting and opening, so it tells nothing.
            var _ = connector.shutdown();
        }
    }

    /**
     * Refuses every further request at the connector itself, which nothing of ours is needed for, and waits until those that
     * came before have been answered and their connections have ended, {@code longest} at most.
     */
    void refuse(Duration longest) throws InterruptedException {
        for (AbstractConnector connector : seen) {
            connector
                    .getConnectionFactory(HttpConnectionFactory.class)
                    .getHttpConfiguration()
                    .addCustomizer((request, headers) -> {
                        throw new HttpException.RuntimeException(
                                HttpStatus.SERVICE_UNAVAILABLE_503, "The server is shutting down; ask again.");
                    });
        }
        long deadline = System.nanoTime() + longest.toNanos();
        while (!seen.stream()
                .allMatch(connector -> connector.getConnectedEndPoints().isEmpty())) {
            if (System.nanoTime() > deadline) {
                LOG.log(Level.DEBUG, "Some connections were still open after {0}.", longest);
                return;
            }
            Thread.sleep(POLL);
        }
    }
}
