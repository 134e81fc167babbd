package ai.xray.mcp;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.memory.Refusal;
import ai.xray.tool.Tool;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletAsyncSupported;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** The endpoint {@code /mcp}: who comes in, how large and of which type a message may be, and which era it belongs to. */
@Designate(ocd = McpServlet.Config.class)
@Component(service = Servlet.class, configurationPolicy = ConfigurationPolicy.REQUIRE)
@HttpWhiteboardServletName("mcp")
@HttpWhiteboardServletPattern("/mcp")
@HttpWhiteboardServletAsyncSupported
public final class McpServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final System.Logger LOG = System.getLogger(McpServlet.class.getName());

    private final transient Limits limits;
    private final transient Sessions sessions;
    private final transient Subscriptions subscriptions;
    private final transient ToolRegistry registry;
    private final transient SessionEra sessionEra;
    private final transient StatelessEra statelessEra;
    private final transient AtomicReference<Authenticator> authenticator = new AtomicReference<>();

    /** What an operator may set. */
    @ObjectClassDefinition(name = "MCP endpoint", description = "Serves the Model Context Protocol at /mcp.")
    @interface Config {
        @AttributeDefinition(
                name = "max-request-bytes",
                description = "Largest request body that is read, in bytes, from 1024 to 1073741824; larger ones are"
                        + " refused with status 413.")
        int maxRequestBytes() default 1_048_576;

        @AttributeDefinition(
                name = "mcp-max-sessions",
                description =
                        "Most MCP sessions kept at once, from 1 to 1000000; when there are more, the least recently"
                                + " used one ends.")
        int mcpMaxSessions() default 10_000;

        @AttributeDefinition(
                name = "mcp-session-idle-minutes",
                description = "Minutes, from 1 to 10080, after which an MCP session that is not used ends.")
        int mcpSessionIdleMinutes() default 240;

        @AttributeDefinition(
                name = "mcp-max-streams",
                description = "Most MCP streams for notifications open at once, from 1 to 100000; more are refused with"
                        + " status 503.")
        int mcpMaxStreams() default 1_000;
    }

    /**
     * What bounds the endpoint; the settings in other words.
     *
     * @param requestBytes 1024 to 2^30
     * @param sessions 1 to 1,000,000
     * @param sessionIdle 1 minute to 7 days
     * @param streams 1 to 100,000
     */
    public record Limits(int requestBytes, int sessions, Duration sessionIdle, int streams) {
        /** @throws Refusal that names the setting out of its bounds */
        public Limits {
            within("max-request-bytes", requestBytes, 1024, 1 << 30);
            within("mcp-max-sessions", sessions, 1, 1_000_000);
            within("mcp-session-idle-minutes", sessionIdle.toMinutes(), 1, 10_080);
            within("mcp-max-streams", streams, 1, 100_000);
        }

        private static void within(String setting, long value, long least, long most) {
            if (value < least || value > most) {
                throw Refusal.invalid(setting, "%s: is %d; allowed: %d to %d.".formatted(setting, value, least, most));
            }
        }
    }

    /** The component; outside the framework, use the other constructor. */
    @Activate
    public McpServlet(Config config) {
        this(
                new Limits(
                        config.maxRequestBytes(),
                        config.mcpMaxSessions(),
                        Duration.ofMinutes(config.mcpSessionIdleMinutes()),
                        config.mcpMaxStreams()),
                InstantSource.system());
    }

    /** An endpoint without tools that answers 503 until it has an authenticator. */
    public McpServlet(Limits limits, InstantSource clock) {
        this.limits = limits;
        this.sessions = new Sessions(clock, limits.sessions(), limits.sessionIdle());
        this.subscriptions = new Subscriptions(limits.streams());
        this.registry = new ToolRegistry(subscriptions::toolsChanged);
        Features features = new Features(new ToolsFeature(registry), new LoggingFeature());
        this.sessionEra = new SessionEra(
                features, sessions, subscriptions, () -> registry.current().generation());
        this.statelessEra = new StatelessEra(features, subscriptions);
    }

    /** Offers a tool; {@code properties} are those of its service. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void addTool(Tool tool, Map<String, Object> properties) {
        int ranking = properties.get("service.ranking") instanceof Integer given ? given : 0;
        long id = properties.get("service.id") instanceof Long given ? given : Long.MAX_VALUE;
        registry.add(tool, ranking, id);
    }

    /** Stops offering a tool. */
    public void removeTool(Tool tool) {
        registry.remove(tool);
    }

    /** Asks {@code authenticator} from now on. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void setAuthenticator(Authenticator authenticator) {
        this.authenticator.set(authenticator);
    }

    /** Forgets {@code authenticator} unless another took its place. */
    public void unsetAuthenticator(Authenticator authenticator) {
        this.authenticator.compareAndSet(authenticator, null);
    }

    /** Ends all streams and sessions; calls in flight finish. Takes about a second at most. */
    @Deactivate
    public void close() {
        subscriptions.close();
        sessions.close();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Exchange exchange = new Exchange(request, response);
        if (Thread.currentThread().isVirtual() || !request.isAsyncSupported()) {
            serve(exchange);
            return;
        }
        // Tools block and streams stay open: on the container's pooled threads a few hundred of them would stop the
        // server.
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        Thread.ofVirtual().name("mcp-request").start(() -> {
            try {
                serve(exchange);
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "The client went away", e);
            } finally {
                async.complete();
            }
        });
    }

    private void serve(Exchange exchange) throws IOException {
        try {
            handle(exchange, admit(exchange));
        } catch (Refusal e) {
            refuse(exchange, e);
        } catch (RpcException e) {
            exchange.json(e.status(), JsonRpc.error(Optional.empty(), e));
        } catch (RuntimeException e) {
            String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
            LOG.log(Level.ERROR, () -> "Request " + id + " to /mcp failed", e);
            if (!exchange.response().isCommitted()) {
                RpcException failure = new RpcException(
                        500, RpcException.INTERNAL_ERROR, "The server failed (request %s).".formatted(id), Map.of());
                exchange.json(500, JsonRpc.error(Optional.empty(), failure));
            }
        }
    }

    private Caller admit(Exchange exchange) {
        Authenticator now = authenticator.get();
        if (now == null) {
            throw Refusal.of(Refusal.Code.UNAVAILABLE, "The server cannot tell who may come in yet; try again soon.");
        }
        AccessRequest request = access(exchange);
        Caller caller = now.admit(request);
        if (caller.credential() == Caller.Credential.ACCESS_TOKEN) { // the one credential that can be asked to widen
            exchange.offerStepUp(() -> now.challenge(request, true));
        }
        return caller;
    }

    private static AccessRequest access(Exchange exchange) {
        return new AccessRequest(
                        exchange.header("Host"),
                        exchange.header("Origin"),
                        exchange.header("Authorization"),
                        exchange.request().getRemoteAddr())
                .at(exchange.request().getLocalPort());
    }

    private void refuse(Exchange exchange, Refusal refusal) throws IOException {
        int status = switch (refusal.code()) {
            case UNAUTHENTICATED -> 401;
            case FORBIDDEN -> 403;
            case TOO_LARGE -> 413;
            case RATE_LIMITED -> 429;
            case UNAVAILABLE -> 503;
            case INVALID_ARGUMENT, NOT_FOUND, CONFLICT -> 400;
        };
        if (status == 401) {
            Authenticator now = authenticator.get();
            String challenge = now == null ? "Bearer" : now.challenge(access(exchange), false);
            exchange.response().setHeader("WWW-Authenticate", challenge);
        }
        int code = status == 503 ? RpcException.INTERNAL_ERROR : RpcException.INVALID_REQUEST;
        RpcException failure = new RpcException(status, code, refusal.getMessage(), Failure.of(refusal));
        exchange.json(status, JsonRpc.error(Optional.empty(), failure));
    }

    private void handle(Exchange exchange, Caller caller) throws IOException, RpcException {
        boolean stateless = exchange.header(Protocol.VERSION_HEADER)
                .filter(Protocol.STATELESS::equals)
                .isPresent();
        String method = exchange.request().getMethod();
        if ("POST".equals(method)) {
            post(exchange, caller);
        } else if ("GET".equals(method) && !stateless) {
            sessionEra.listen(exchange, caller);
        } else if ("DELETE".equals(method) && !stateless) {
            sessionEra.delete(exchange, caller);
        } else {
            String allowed = stateless ? "POST" : "GET, POST, DELETE";
            exchange.response().setHeader("Allow", allowed);
            throw RpcException.invalidRequest(405, "The method is not one of %s.".formatted(allowed));
        }
    }

    private void post(Exchange exchange, Caller caller) throws IOException, RpcException {
        if (exchange.accepts().nothing()) {
            throw RpcException.invalidRequest(
                    406, "Accept: allows neither application/json nor text/event-stream, which is what there is.");
        }
        if (!isJson(exchange.request().getContentType())) {
            throw RpcException.invalidRequest(415, "Content-Type: is not application/json in UTF-8.");
        }
        Object body = parse(read(exchange.request()));
        if (body instanceof List<?> batch) {
            sessionEra.batch(exchange, batch, caller);
            return;
        }
        try {
            Message message = JsonRpc.message(body);
            if (StatelessEra.claims(message, exchange)) {
                statelessEra.post(exchange, message, caller);
            } else {
                sessionEra.post(exchange, message, caller);
            }
        } catch (RpcException e) {
            exchange.json(e.status(), JsonRpc.error(JsonRpc.idOf(body), e));
        }
    }

    private static boolean isJson(String contentType) {
        if (contentType == null) {
            return false;
        }
        String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].replace("\"", "").strip();
            if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
                return false;
            }
        }
        return parts[0].strip().equals(Accepts.JSON);
    }

    private byte[] read(HttpServletRequest request) throws IOException {
        long announced = request.getContentLengthLong();
        if (announced > limits.requestBytes()) {
            throw tooLarge(Optional.of(announced));
        }
        InputStream in = request.getInputStream();
        byte[] body = in.readNBytes(announced >= 0 ? (int) announced : limits.requestBytes() + 1);
        if (body.length > limits.requestBytes()) {
            throw tooLarge(Optional.empty());
        }
        return body;
    }

    private Refusal tooLarge(Optional<Long> size) {
        return Refusal.tooLarge(
                "body",
                "The body has %s bytes; at most %d are read (max-request-bytes)."
                        .formatted(size.map(String::valueOf).orElse("too many"), limits.requestBytes()));
    }

    private static Object parse(byte[] body) throws RpcException {
        try {
            return Json.read(body);
        } catch (JsonException e) {
            throw new RpcException(
                    400, RpcException.PARSE_ERROR, "The body cannot be read: %s.".formatted(e.getMessage()), Map.of());
        }
    }
}
