package ai.xray.mcp;

import ai.xray.auth.Caller;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The transport before Streamable HTTP, for clients of 2024: a stream at {@code /sse} names an address, what is posted there
 * is answered on the stream. Sessions are those of the session era, and end with their stream.
 */
final class LegacySse {
    static final String PATH = "/sse";
    static final String MESSAGES = PATH + "/messages";

    private static final String PARAMETER = "sessionId";
    private static final int ID_BYTES = 16;

    private final Map<String, LegacyConnection> connections = new ConcurrentHashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final Bodies bodies;
    private final SessionEra sessionEra;
    private final Sessions sessions;
    private final Subscriptions subscriptions;

    LegacySse(Bodies bodies, SessionEra sessionEra, Sessions sessions, Subscriptions subscriptions) {
        this.bodies = bodies;
        this.sessionEra = sessionEra;
        this.sessions = sessions;
        this.subscriptions = subscriptions;
    }

    /** Answers one request of {@code caller}. */
    void handle(Exchange exchange, Caller caller) throws IOException, RpcException {
        boolean messages = MESSAGES.equals(exchange.request().getServletPath());
        String allowed = messages ? "POST" : "GET";
        if (!allowed.equals(exchange.request().getMethod())) {
            throw exchange.notAllowed(allowed);
        }
        if (messages) {
            post(exchange, caller);
        } else {
            connect(exchange, caller);
        }
    }

    private void connect(Exchange exchange, Caller caller) throws RpcException {
        String id = newId();
        String address = exchange.request().getContextPath() + MESSAGES + "?" + PARAMETER + "=" + id;
        EventStream events = new EventStream(exchange.response(), true); // there is nothing else, whatever Accept says
        LegacyConnection connection = new LegacyConnection(events, caller, sessionEra, sessions);
        Subscription subscription =
                new Subscription(events, EnumSet.allOf(Topic.class), connection::watches, new Wording(address));
        connections.put(id, connection);
        exchange.streams(subscription::close);
        try {
            subscriptions.serve(subscription);
        } finally {
            connections.remove(id);
            connection.close();
        }
    }

    private void post(Exchange exchange, Caller caller) throws IOException, RpcException {
        LegacyConnection connection = Optional.ofNullable(exchange.request().getParameter(PARAMETER))
                .map(connections::get)
                .filter(it -> it.belongsTo(caller))
                .orElseThrow(() -> RpcException.invalidRequest(
                        404,
                        "sessionId: no such stream; it ended, or never was. Open another by GET %s.".formatted(PATH)));
        Object body = bodies.read(exchange.request());
        try {
            connection.take(JsonRpc.message(body), caller);
            exchange.empty(202);
        } catch (RpcException e) {
            exchange.json(e.status(), JsonRpc.error(JsonRpc.idOf(body), e));
        }
    }

    private String newId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Words the notices on a stream of this transport. */
    private record Wording(String address) implements Subscription.Wording {
        @Override
        public void open(EventStream events) {
            events.sendTyped("endpoint", address);
        }

        @Override
        public void changed(EventStream events, Topic topic) {
            events.send(JsonRpc.notification(topic.method(), Map.of()));
        }

        @Override
        public void updated(EventStream events, String uri) {
            events.send(JsonRpc.notification(Resources.UPDATED, Map.of("uri", uri)));
        }

        @Override
        public void close(EventStream events) {
            // The transport has no word of farewell: the stream just ends.
        }
    }
}
