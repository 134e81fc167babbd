package ai.xray.mcp;

import ai.xray.auth.Caller;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** Revisions 2025-03-26 to 2025-11-25: a handshake opens a session that later requests name. */
final class SessionEra {
    static final String INITIALIZE = "initialize";

    /** Well above what clients send at once, and low enough that one request is not hours of work. */
    private static final int LARGEST_BATCH = 50;

    /** The only revision whose clients know an event without data, sent so that they learn its id. */
    private static final Set<String> PRIMED = Set.of("2025-11-25");

    private static final String EVENT_ID = "tools-";

    private final Map<String, Method> methods;
    private final Features features;
    private final Sessions sessions;
    private final Subscriptions subscriptions;
    private final LongSupplier generation;
    private final Map<CallKey, AtomicBoolean> inFlight = new ConcurrentHashMap<>();

    private record CallKey(String session, Object request) {}

    /** @param generation counts the changes of the set of tools */
    SessionEra(Features features, Sessions sessions, Subscriptions subscriptions, LongSupplier generation) {
        this.methods = features.sessionMethods();
        this.methods.put("ping", _ -> Result.EMPTY);
        this.features = features;
        this.sessions = sessions;
        this.subscriptions = subscriptions;
        this.generation = generation;
    }

    /** Answers one message. */
    void post(Exchange exchange, Message message, Caller caller) throws IOException, RpcException {
        if (message instanceof Message.Request request && INITIALIZE.equals(request.method())) {
            initialize(exchange, request, caller);
            return;
        }
        Session session = session(exchange, caller);
        if (message instanceof Message.Request request) {
            Answer answer = answer(session, request, caller, exchange.events());
            exchange.reply(answer.status(), answer.text());
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
            exchange.reply(200, "[" + String.join(",", answers) + "]");
        }
    }

    /** Opens the session's stream for notices, and serves it until either side ends it. */
    void listen(Exchange exchange, Caller caller) throws RpcException {
        if (!exchange.accepts().events()) {
            throw RpcException.invalidRequest(406, "Accept: GET answers with text/event-stream only.");
        }
        Session session = session(exchange, caller);
        Subscription subscription = new Subscription(
                exchange.events(), Set.of(Topic.TOOLS), new SessionWording(session, exchange.header("Last-Event-ID")));
        session.stream(subscription);
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

    private record Answer(int status, String text) {}

    private void initialize(Exchange exchange, Message.Request request, Caller caller) throws IOException {
        try {
            if (!(request.params().get("protocolVersion") instanceof String wanted)) {
                throw RpcException.invalidParams("protocolVersion: is required and must be a string.");
            }
            for (String field : List.of("capabilities", "clientInfo")) {
                if (request.params().get(field) != null && !(request.params().get(field) instanceof Map<?, ?>)) {
                    throw RpcException.invalidParams(field + ": is not an object.");
                }
            }
            String version = Protocol.SESSION_VERSIONS.contains(wanted) ? wanted : Protocol.NEWEST_SESSION;
            Session session = sessions.open(caller, version);
            exchange.response().setHeader(Protocol.SESSION_HEADER, session.id());
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("protocolVersion", version);
            result.put("capabilities", features.capabilities());
            result.put("serverInfo", ServerInfo.asMap());
            result.put("instructions", ServerInfo.INSTRUCTIONS);
            exchange.reply(200, JsonRpc.result(request.id(), JsonRpc.members(result)));
        } catch (RpcException e) {
            exchange.reply(e.status(), JsonRpc.error(Optional.of(request.id()), e));
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

    private Answer answer(Session session, Message.Request request, Caller caller, EventStream events) {
        CallKey key = new CallKey(session.id(), request.id());
        AtomicBoolean cancelled = new AtomicBoolean();
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
                    events,
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

    private void accept(Session session, Message message) {
        if (message instanceof Message.Notification notification
                && "notifications/cancelled".equals(notification.method())
                && JsonRpc.isId(notification.params().get("requestId"))) {
            Object request = notification.params().get("requestId");
            Optional.ofNullable(inFlight.get(new CallKey(session.id(), request)))
                    .ifPresent(cancelled -> cancelled.set(true));
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

    /**
     * Words the stream of a session. Event ids count the changes of the set of tools: a client that comes back with the last
     * one it saw is told at once if it missed any, without anything being kept for it meanwhile.
     */
    private final class SessionWording implements Subscription.Wording {
        private final Session session;
        private final Optional<String> lastSeen;

        SessionWording(Session session, Optional<String> lastSeen) {
            this.session = session;
            this.lastSeen = lastSeen;
        }

        @Override
        public void open(EventStream events) {
            if (lastSeen.isPresent() && !lastSeen.get().equals(eventId())) {
                changed(events, Topic.TOOLS);
            } else if (PRIMED.contains(session.version())) {
                events.send(eventId(), "");
            } else {
                events.comment();
            }
        }

        @Override
        public void changed(EventStream events, Topic topic) {
            events.send(eventId(), JsonRpc.notification(topic.method(), Map.of()));
        }

        @Override
        public void close(EventStream events) {
            // These revisions have no word of farewell: the stream just ends.
        }

        private String eventId() {
            return EVENT_ID + generation.getAsLong();
        }
    }
}
