package ai.xray.mcp;

import ai.xray.auth.Caller;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Revisions 2025-03-26 to 2025-11-25: a handshake opens a session that later requests name. */
final class SessionEra {
    static final String INITIALIZE = "initialize";

    /** Well above what clients send at once, and low enough that one request is not hours of work. */
    private static final int LARGEST_BATCH = 50;

    /** The only revision whose clients know an event without data, sent so that they learn its id. */
    static final Set<String> PRIMED = Set.of("2025-11-25");

    private static final Pattern CALL_EVENT = Pattern.compile("(call\\d{1,18})-(\\d{1,9})");

    private final Map<String, Method> methods;
    private final Features features;
    private final Sessions sessions;
    private final Subscriptions subscriptions;
    private final Replays replays;
    private final Map<CallKey, CompletableFuture<Void>> inFlight = new ConcurrentHashMap<>();

    private record CallKey(String session, Object request) {}

    SessionEra(Features features, Sessions sessions, Subscriptions subscriptions, Replays replays) {
        this.methods = features.sessionMethods();
        this.methods.put("ping", _ -> Result.EMPTY);
        this.features = features;
        this.sessions = sessions;
        this.subscriptions = subscriptions;
        this.replays = replays;
    }

    /** Answers one message. */
    void post(Exchange exchange, Message message, Caller caller) throws IOException, RpcException {
        if (message instanceof Message.Request request && INITIALIZE.equals(request.method())) {
            initialize(exchange, request, caller);
            return;
        }
        Session session = session(exchange, caller);
        if (message instanceof Message.Request request) {
            Outlet outlet = new CallStream(session, replays, exchange.events(), PRIMED.contains(session.version()));
            Answer answer = answer(session, request, caller, outlet);
            exchange.reply(answer.status(), answer.text(), outlet);
        } else {
            accept(session, message);
            exchange.empty(202);
        }
    }

    /** Answers several messages at once, which one revision allows. Their answers come together: nothing is streamed. */
    void batch(Exchange exchange, List<?> batch, Caller caller) throws IOException, RpcException {
        Session session = session(exchange, caller);
        if (!Protocol.BATCHES.equals(session.version())) {
            throw RpcException.invalidRequest(
                    400, "The body is a batch, which revision %s does not allow.".formatted(session.version()));
        }
        if (batch.isEmpty() || batch.size() > LARGEST_BATCH) {
            throw RpcException.invalidRequest(
                    400, "The batch has %d messages; 1 to %d are allowed.".formatted(batch.size(), LARGEST_BATCH));
        }
        List<String> answers = new ArrayList<>();
        EventStream silent = new EventStream(exchange.response(), false);
        for (Object item : batch) {
            inBatch(session, item, caller, silent).ifPresent(answers::add);
        }
        if (answers.isEmpty()) {
            exchange.empty(202);
        } else {
            exchange.reply(200, "[" + String.join(",", answers) + "]", silent);
        }
    }

    /**
     * Opens the session's stream for notices, and serves it until either side ends it; or takes up the stream of a call again,
     * where that is what the client lost.
     */
    void listen(Exchange exchange, Caller caller) throws RpcException {
        if (!exchange.accepts().events()) {
            throw RpcException.invalidRequest(406, "Accept: GET answers with text/event-stream only.");
        }
        Session session = session(exchange, caller);
        Optional<String> lastSeen = exchange.header("Last-Event-ID");
        Matcher ofCall = CALL_EVENT.matcher(lastSeen.orElse(""));
        if (ofCall.matches()) {
            resume(session, ofCall.group(1), Integer.parseInt(ofCall.group(2)), exchange.events());
            return;
        }
        Subscription subscription = new Subscription(
                exchange.events(),
                EnumSet.allOf(Topic.class),
                session::watches,
                new SessionWording(session, subscriptions, lastSeen));
        session.stream(subscription);
        exchange.streams(subscription::close);
        try {
            subscriptions.serve(subscription);
        } finally {
            session.streamEnded(subscription);
        }
    }

    /** Ends the session. */
    void delete(Exchange exchange, Caller caller) throws RpcException {
        sessions.close(session(exchange, caller));
        exchange.empty(204);
    }

    /** @param status the HTTP status that goes with it */
    record Answer(int status, String text) {}

    /** A session with the result of the request that opened it. */
    record Opened(Session session, String text) {}

    /**
     * Opens a session.
     *
     * @param versions the revisions spoken here, the preferred one first
     */
    Opened open(Message.Request request, Caller caller, List<String> versions) throws RpcException {
        if (!(request.params().get("protocolVersion") instanceof String wanted)) {
            throw RpcException.invalidParams("protocolVersion: is required and must be a string.");
        }
        for (String field : List.of("capabilities", "clientInfo")) {
            if (request.params().get(field) != null && !(request.params().get(field) instanceof Map<?, ?>)) {
                throw RpcException.invalidParams(field + ": is not an object.");
            }
        }
        String version = versions.contains(wanted) ? wanted : versions.getFirst();
        ClientCapabilities capabilities = request.params().get("capabilities") instanceof Map<?, ?> said
                ? ClientCapabilities.of(said)
                : ClientCapabilities.NONE;
        Session session = sessions.open(caller, version, capabilities);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("protocolVersion", version);
        result.put("capabilities", features.capabilities());
        result.put("serverInfo", ServerInfo.asMap());
        result.put("instructions", ServerInfo.INSTRUCTIONS);
        return new Opened(session, JsonRpc.result(request.id(), JsonRpc.members(result)));
    }

    private void initialize(Exchange exchange, Message.Request request, Caller caller) throws IOException {
        try {
            Opened opened = open(request, caller, Protocol.SESSION_VERSIONS);
            exchange.response()
                    .setHeader(Protocol.SESSION_HEADER, opened.session().id());
            exchange.reply(200, opened.text(), exchange.events());
        } catch (RpcException e) {
            exchange.reply(e.status(), JsonRpc.error(Optional.of(request.id()), e), exchange.events());
        }
    }

    private static void resume(Session session, String call, int seen, EventStream events) throws RpcException {
        try {
            if (session.call(call).isEmpty() || !session.call(call).get().resume(seen, events)) {
                throw RpcException.invalidRequest(
                        410, "Last-Event-ID: what followed it is no longer kept; send the request again.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Session session(Exchange exchange, Caller caller) throws RpcException {
        Optional<String> version = exchange.header(Protocol.VERSION_HEADER);
        if (version.isPresent() && !Protocol.SESSION_VERSIONS.contains(version.get())) {
            throw RpcException.unsupportedVersion(version.get(), Protocol.VERSIONS);
        }
        String id = exchange.header(Protocol.SESSION_HEADER)
                .orElseThrow(() -> RpcException.invalidRequest(
                        400, "Mcp-Session-Id: is missing; initialize opens a session and names it."));
        return sessions.find(id, caller)
                .orElseThrow(() -> RpcException.invalidRequest(
                        404, "Mcp-Session-Id: no such session; it ended, or never was. Open another by initialize."));
    }

    /** Answers one request of a session; what goes out meanwhile goes to {@code outlet}. */
    Answer answer(Session session, Message.Request request, Caller caller, Outlet outlet) {
        CallKey key = new CallKey(session.id(), request.id());
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        inFlight.put(key, cancelled);
        try {
            Method method = methods.get(request.method());
            if (method == null) {
                throw RpcException.unknownMethod(request.method(), methods.keySet());
            }
            Result result = method.answer(new Call(
                    request,
                    caller,
                    Optional.of(session),
                    Optional.of(session.logsFrom()),
                    Optional.empty(),
                    outlet,
                    new SessionAsker(session, outlet, cancelled, SessionAsker.PATIENCE),
                    cancelled));
            return new Answer(200, JsonRpc.result(request.id(), result.members()));
        } catch (RpcException e) {
            // A method that is not there has a status of its own in the stateless era only: here 404 means a lost
            // session.
            int status = e.code() == RpcException.METHOD_NOT_FOUND ? 200 : e.status();
            return new Answer(status, JsonRpc.error(Optional.of(request.id()), e));
        } finally {
            inFlight.remove(key, cancelled);
            session.used(sessions.now());
        }
    }

    /** Takes what is no request: an answer to one of ours, or a notification. */
    void accept(Session session, Message message) {
        if (message instanceof Message.Response response) {
            session.pending().answered(response);
        } else if (message instanceof Message.Notification notification
                && "notifications/cancelled".equals(notification.method())
                && JsonRpc.isId(notification.params().get("requestId"))) {
            Object request = notification.params().get("requestId");
            Optional.ofNullable(inFlight.get(new CallKey(session.id(), request)))
                    .ifPresent(cancelled -> cancelled.complete(null));
        }
    }

    private Optional<String> inBatch(Session session, Object item, Caller caller, EventStream events) {
        try {
            Message message = JsonRpc.message(item);
            if (!(message instanceof Message.Request request)) {
                accept(session, message);
                return Optional.empty();
            }
            if (INITIALIZE.equals(request.method())) {
                throw RpcException.invalidRequest(400, "initialize: cannot be part of a batch.");
            }
            return Optional.of(answer(session, request, caller, events).text());
        } catch (RpcException e) {
            return Optional.of(JsonRpc.error(JsonRpc.idOf(item), e));
        }
    }
}
