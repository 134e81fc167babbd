package ai.xray.rest;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.EnumSet;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty on a free port with servlets behind a {@link Doorway}. */
final class TestServer {
    /** The body of a servlet. */
    interface Service {
        void serve(HttpServletRequest request, HttpServletResponse response) throws Exception;
    }

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final ServletContextHandler context = new ServletContextHandler("/");
    private final Doorway doorway;

    TestServer(long maxRequestBytes) throws Exception {
        this(maxRequestBytes, new CrossOrigin(Set.of()));
    }

    TestServer(long maxRequestBytes, CrossOrigin crossOrigin) throws Exception {
        doorway = new Doorway(maxRequestBytes, crossOrigin, ClientAddress.OF_PEER);
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.addConnector(connector);
        FilterHolder filter = new FilterHolder(doorway);
        filter.setAsyncSupported(true);
        context.addFilter(filter, "/*", EnumSet.of(DispatcherType.REQUEST));
        server.setHandler(context);
        route("/", new Nowhere());
        server.start();
    }

    Doorway doorway() {
        return doorway;
    }

    ServerConnector connector() {
        return connector;
    }

    int port() {
        return connector.getLocalPort();
    }

    void route(String pattern, HttpServlet servlet) {
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        context.addServlet(holder, pattern);
    }

    void route(String pattern, Service service) {
        route(pattern, new HttpServlet() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response)
                    throws IOException, ServletException {
                try {
                    service.serve(request, response);
                } catch (IOException | ServletException | RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new IOException(e);
                }
            }
        });
    }

    void stop() throws Exception {
        server.stop();
    }
}
