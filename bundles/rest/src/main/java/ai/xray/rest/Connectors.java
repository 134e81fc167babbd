package ai.xray.rest;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.felix.http.jetty.LoadBalancerCustomizerFactory;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * The listening sockets, closed before anything behind them goes. When Jetty's bundle stops, it takes its servlets away first
 * and goes on accepting for a moment, so that a request would be told that {@code /mcp} does not exist; a client is better
 * off with a refused connection. The whiteboard does not hand out connectors, but a request knows the one it came by.
 *
 * <p>Thread-safe.
 */
final class Connectors implements LoadBalancerCustomizerFactory, HttpConfiguration.Customizer {
    /** How long a connection may be idle once its connector accepts no more. */
    private static final Duration IDLE = Duration.ofMillis(100);

    private static final System.Logger LOG = System.getLogger(Connectors.class.getName());

    private final Set<AbstractConnector> seen = ConcurrentHashMap.newKeySet();

    @Override
    public HttpConfiguration.Customizer createCustomizer() {
        return this;
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        if (request.getConnectionMetaData().getConnector() instanceof AbstractConnector connector) {
            seen.add(connector);
        }
        return request;
    }

    /** Accepts no more connections; those that are open end with the request they carry, or when they have been idle. */
    CompletableFuture<Void> closeGradually() {
        return CompletableFuture.allOf(seen.stream()
                .map(connector -> {
                    connector.setShutdownIdleTimeout(IDLE.toMillis());
                    return connector.shutdown();
                })
                .toArray(CompletableFuture[]::new));
    }

    /** Waits until all connections have ended, {@code longest} at most. */
    static void await(CompletableFuture<Void> closed, Duration longest) throws InterruptedException {
        try {
            closed.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.log(Level.DEBUG, "Some connections were still open after {0}.", longest);
        } catch (ExecutionException e) {
            LOG.log(Level.WARNING, "A connector did not shut down cleanly.", e);
        }
    }
}
