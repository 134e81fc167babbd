package ai.xray.admin;

import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.json.Json;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty on a free port with one servlet behind a filter that tells refusals as the server does. */
final class AdminServer {
    /** Lets {@code Bearer admin} administer, {@code Bearer agent} use memory, and nobody else in. */
    static final Authenticator AUTHENTICATOR =
            request -> switch (request.authorization().orElse("")) {
                case "Bearer admin" -> caller(Caller.ADMIN);
                case "Bearer agent" -> caller(Caller.MEMORY_WRITE);
                default -> throw Refusal.of(Refusal.Code.UNAUTHENTICATED, "Who is it?");
            };

    private static final Map<Refusal.Code, Integer> STATUS = Map.of(
            Refusal.Code.INVALID_ARGUMENT, 400,
            Refusal.Code.UNAUTHENTICATED, 401,
            Refusal.Code.FORBIDDEN, 403,
            Refusal.Code.NOT_FOUND, 404,
            Refusal.Code.CONFLICT, 409,
            Refusal.Code.TOO_LARGE, 413,
            Refusal.Code.UNAVAILABLE, 503);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    AdminServer(String path, HttpServlet servlet) throws Exception {
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        context.addFilter(new FilterHolder(new Problems()), "/*", EnumSet.of(DispatcherType.REQUEST));
        context.addServlet(new ServletHolder(servlet), path);
        server.setHandler(context);
        server.start();
    }

    int port() {
        return connector.getLocalPort();
    }

    /** A request of {@code path} by the administrator. */
    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer admin");
    }

    HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    HttpResponse<String> post(String path, String type, byte[] body) throws Exception {
        return send(request(path).header("Content-Type", type).POST(BodyPublishers.ofByteArray(body)));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    /** The reply once it has begun. */
    HttpResponse<InputStream> open(String path) throws Exception {
        return client.send(request(path).build(), BodyHandlers.ofInputStream());
    }

    void stop() throws Exception {
        client.shutdownNow();
        server.stop();
    }

    private static Caller caller(String scope) {
        return new Caller(
                "tester", Caller.Credential.SHARED_SECRET, Set.of(scope), new Author(Origin.DERIVED, "tester"));
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
                problem.put("allowed", e.allowed());
                problem.put("closest", e.closest().orElse(null));
                response.reset();
                response.setStatus(STATUS.get(e.code()));
                response.getOutputStream().write(Json.write(problem).getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
