package ai.xray.mcp;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.memory.Refusal;
import ai.xray.prompt.Prompt;
import ai.xray.resource.Resource;
import ai.xray.resource.ResourceListener;
import ai.xray.tool.Tool;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
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

/** The endpoints {@code /mcp} and {@code /sse}: who comes in, what is on offer, and the parts put together. */
@Designate(ocd = McpServlet.Config.class)
@Component(service = Servlet.class, configurationPolicy = ConfigurationPolicy.REQUIRE)
@HttpWhiteboardServletName("mcp")
@HttpWhiteboardServletPattern({McpServlet.PATH, LegacySse.PATH, LegacySse.MESSAGES})
@HttpWhiteboardServletAsyncSupported
public final class McpServlet extends HttpServlet {
    static final String PATH = "/mcp";

    private static final long serialVersionUID = 1L;

    /** What is kept of the streams of all calls together, for clients that lost the connection. */
    private static final long MOST_REPLAYED_CHARS = 16 * 1024 * 1024;

    private static final System.Logger LOG = System.getLogger(McpServlet.class.getName());

    private final transient Sessions sessions;
    private final transient Subscriptions subscriptions;
    private final transient Registry<Tool, OfferedTool> tools;
    private final transient Registry<Prompt, OfferedPrompt> prompts;
    private final transient Resources resources;
    private final transient ResourceChanges changes;
    private final transient ResourceListener told;
    private final transient Endpoint endpoint;
    private final transient LegacySse legacy;
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
    public McpServlet(Config config, @Reference ResourceChanges changes) {
        this(
                new Limits(
                        config.maxRequestBytes(),
                        config.mcpMaxSessions(),
                        Duration.ofMinutes(config.mcpSessionIdleMinutes()),
                        config.mcpMaxStreams()),
                InstantSource.system(),
                changes);
    }

    /** An endpoint that offers nothing and answers 503 until it has an authenticator. */
    public McpServlet(Limits limits, InstantSource clock, ResourceChanges changes) {
        this.changes = changes;
        Watches watches = new Watches();
        Replays replays = new Replays(MOST_REPLAYED_CHARS);
        this.sessions = new Sessions(clock, limits.sessions(), limits.sessionIdle(), replays, watches);
        this.subscriptions = new Subscriptions(limits.streams());
        this.tools = new Registry<>("Tool", OfferedTool::of, () -> subscriptions.changed(Topic.TOOLS));
        this.prompts = new Registry<>("Prompt", OfferedPrompt::of, () -> subscriptions.changed(Topic.PROMPTS));
        this.resources = new Resources(() -> subscriptions.changed(Topic.RESOURCES));
        Features features = new Features(
                new ToolsFeature(tools),
                new PromptsFeature(prompts),
                new ResourcesFeature(resources, watches),
                new CompletionFeature(prompts, resources),
                new LoggingFeature());
        SessionEra sessionEra = new SessionEra(features, sessions, subscriptions, replays);
        Bodies bodies = new Bodies(limits.requestBytes());
        this.endpoint = new Endpoint(
                bodies, sessionEra, new StatelessEra(features, subscriptions, resources, new RequestStates(clock)));
        this.legacy = new LegacySse(bodies, sessionEra, sessions, subscriptions);
        this.told = uri -> {
            watches.updated(uri);
            subscriptions.updated(uri);
        };
        changes.add(told);
    }

    /** Offers a tool; {@code properties} are those of its service. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void addTool(Tool tool, Map<String, Object> properties) {
        tools.add(tool, properties);
    }

    /** Stops offering a tool. */
    public void removeTool(Tool tool) {
        tools.remove(tool);
    }

    /** Offers a prompt; {@code properties} are those of its service. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void addPrompt(Prompt prompt, Map<String, Object> properties) {
        prompts.add(prompt, properties);
    }

    /** Stops offering a prompt. */
    public void removePrompt(Prompt prompt) {
        prompts.remove(prompt);
    }

    /** Offers a resource; {@code properties} are those of its service. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void addResource(Resource resource, Map<String, Object> properties) {
        resources.add(resource, properties);
    }

    /** Stops offering a resource. */
    public void removeResource(Resource resource) {
        resources.remove(resource);
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
        changes.remove(told);
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
            Caller caller = admit(exchange);
            if (PATH.equals(exchange.request().getServletPath())) {
                endpoint.handle(exchange, caller);
            } else {
                legacy.handle(exchange, caller);
            }
        } catch (Refusal e) {
            refuse(exchange, e);
        } catch (RpcException e) {
            exchange.json(e.status(), JsonRpc.error(Optional.empty(), e));
        } catch (RuntimeException e) {
            String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
            LOG.log(Level.ERROR, () -> "Request " + id + " to the MCP endpoint failed", e);
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
}
