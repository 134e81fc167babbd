package ai.xray.auth.internal.web;

import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty on a free port with servlets behind a filter that tells refusals as the server does. */
public final class TestServer {
    private static final Map<Refusal.Code, Integer> STATUS = Map.of(
            Refusal.Code.INVALID_ARGUMENT, 400,
            Refusal.Code.UNAUTHENTICATED, 401,
            Refusal.Code.FORBIDDEN, 403,
            Refusal.Code.NOT_FOUND, 404,
            Refusal.Code.CONFLICT, 409,
            Refusal.Code.TOO_LARGE, 413,
            Refusal.Code.RATE_LIMITED, 429,
            Refusal.Code.UNAVAILABLE, 503);

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final ServletContextHandler context = new ServletContextHandler("/");

    /** A server that listens when it is started; its port is known from now on. */
    public TestServer() throws Exception {
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.addConnector(connector);
        context.addFilter(new FilterHolder(new Problems()), "/*", EnumSet.of(DispatcherType.REQUEST));
        server.setHandler(context);
        connector.open();
    }

    /** Serves {@code paths} by {@code servlet}. */
    public TestServer with(HttpServlet servlet, String... paths) {
        ServletHolder holder = new ServletHolder(servlet);
        for (String path : paths) {
            context.addServlet(holder, path);
        }
        return this;
    }

    /** Begins to serve. */
    public TestServer start() throws Exception {
        server.start();
        return this;
    }

    /** Where it listens, without a path. */
    public URI base() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    /** Stops. */
    public void close() throws Exception {
        server.stop();
    }

    private static final class Problems extends HttpFilter {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            try {
                chain.doFilter(request, response);
            } catch (Refusal e) {
                Map<String, Object> problem = new LinkedHashMap<>();
                problem.put("code", e.code().wire());
                problem.put("detail", e.getMessage());
                problem.put("field", e.field().orElse(null));
                response.reset();
                response.setStatus(STATUS.get(e.code()));
                response.getOutputStream().write(Json.write(problem).getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
