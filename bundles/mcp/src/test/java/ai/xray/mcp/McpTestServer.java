package ai.xray.mcp;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import ai.xray.tool.Tool;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The endpoint in a servlet container on loopback. Who calls is what the {@code Authorization} header says. */
final class McpTestServer {
    static final McpServlet.Limits LIMITS = new McpServlet.Limits(64 * 1024, 5, Duration.ofMinutes(10), 4);

    final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-30T00:00:00Z"));
    final ResourceChanges changes = new ResourceChanges();
    final McpServlet servlet;
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    McpTestServer(Tool... tools) throws Exception {
        servlet = new McpServlet(LIMITS, now::get, changes);
        Authenticator authenticator = McpTestServer::admit;
        servlet.setAuthenticator(authenticator);
        for (Tool tool : tools) {
            servlet.addTool(tool, Map.of());
        }
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        for (String path : List.of("/mcp", "/sse", "/sse/messages")) {
            context.addServlet(holder, path);
        }
        server.setHandler(context);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/mcp");
    }

    void stop() throws Exception {
        servlet.close();
        server.stop();
    }

    private static Caller admit(AccessRequest request) {
        String name = request.authorization().orElse("alice");
        Set<String> scopes = name.equals("reader") ? Set.of() : Set.of(Caller.MEMORY_WRITE);
        boolean token = name.startsWith("Bearer ");
        return new Caller(
                name,
                token ? Caller.Credential.ACCESS_TOKEN : Caller.Credential.AGENT_KEY,
                token ? Set.of() : scopes,
                new Author(Origin.DERIVED, name));
    }
}
