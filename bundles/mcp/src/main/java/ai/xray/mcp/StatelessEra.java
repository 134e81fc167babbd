package ai.xray.mcp;

import ai.xray.auth.Caller;
import ai.xray.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Revision 2026-07-28: every request tells all there is to know, and nothing is remembered between two. */
final class StatelessEra {
    private static final String LISTEN = "subscriptions/listen";
    private static final String RESOURCES = "resourceSubscriptions";
    private static final int MOST_WATCHED = 100;
    private static final long DISCOVERY_HOLDS = Duration.ofHours(1).toMillis();

    private final Map<String, Method> methods;
    private final Subscriptions subscriptions;
    private final Resources resources;
    private final RequestStates states;
    private final String resultMeta;

    StatelessEra(Features features, Subscriptions subscriptions, Resources resources, RequestStates states) {
        this.methods = features.statelessMethods();
        this.methods.put("server/discover", discovery(features));
        this.subscriptions = subscriptions;
        this.resources = resources;
        this.states = states;
        this.resultMeta =
                "\",\"_meta\":{" + JsonRpc.members(Map.of(Protocol.META_SERVER_INFO, ServerInfo.asMap())) + "}";
    }

    /** Whether a message is of this era: by its {@code _meta}, else, unless it opens a session, by the version header. */
    static boolean claims(Message message, Exchange exchange) {
        if (message.meta().containsKey(Protocol.META_VERSION)) {
            return true;
        }
        boolean opensSession =
                message instanceof Message.Request request && SessionEra.INITIALIZE.equals(request.method());
        return !opensSession
                && exchange.header(Protocol.VERSION_HEADER)
                        .filter(Protocol.STATELESS::equals)
                        .isPresent();
    }

    /** Answers one message. */
    void post(Exchange exchange, Message message, Caller caller) throws IOException, RpcException {
        switch (message) {
            case Message.Request request -> request(exchange, request, caller);
            case Message.Notification _ -> exchange.empty(202);
            case Message.Response _ ->
                throw RpcException.invalidRequest(400, "This revision has no requests of the server to respond to.");
        }
    }

    private void request(Exchange exchange, Message.Request request, Caller caller) throws IOException {
        try {
            Call call = call(exchange, request, caller);
            if (LISTEN.equals(request.method())) {
                listen(exchange, request, caller);
                return;
            }
            Method method = methods.get(request.method());
            if (method == null) {
                throw RpcException.unknownMethod(request.method(), methods.keySet());
            }
            exchange.reply(200, JsonRpc.result(request.id(), members(method.answer(call))), call.outlet());
        } catch (RpcException e) {
            exchange.reply(e.status(), JsonRpc.error(Optional.of(request.id()), e), exchange.events());
        }
    }

    private Call call(Exchange exchange, Message.Request request, Caller caller) throws RpcException {
        Map<String, Object> meta = request.meta();
        if (!(meta.get(Protocol.META_VERSION) instanceof String version)) {
            throw malformed(Protocol.META_VERSION, "a string");
        }
        if (!(meta.get(Protocol.META_CAPABILITIES) instanceof Map<?, ?> capabilities)) {
            throw malformed(Protocol.META_CAPABILITIES, "an object");
        }
        RequestHeaders headers = new RequestHeaders(exchange.request());
        headers.checkVersion(version);
        if (!Protocol.STATELESS.equals(version)) {
            boolean needsSession = Protocol.SESSION_VERSIONS.contains(version);
            throw RpcException.unsupportedVersion(
                    version, needsSession ? List.of(Protocol.STATELESS) : Protocol.VERSIONS);
        }
        headers.checkMethod(request);
        Optional<LogLevel> logsFrom = Optional.empty();
        if (meta.containsKey(Protocol.META_LOG_LEVEL)) {
            logsFrom = Optional.of(LogLevel.parse(Protocol.META_LOG_LEVEL, meta.get(Protocol.META_LOG_LEVEL), 400));
        }
        return new Call(
                request,
                caller,
                Optional.empty(),
                logsFrom,
                Optional.of(headers),
                exchange.events(),
                RetryAsker.of(request, Session.ownerOf(caller), ClientCapabilities.of(capabilities), states),
                new CompletableFuture<>());
    }

    private static RpcException malformed(String field, String type) {
        return new RpcException(
                400, RpcException.INVALID_PARAMS, "params._meta: needs \"%s\", %s.".formatted(field, type), Map.of());
    }

    private String members(Result result) {
        StringBuilder members = new StringBuilder("\"resultType\":\"")
                .append(result.type().wire())
                .append(resultMeta);
        if (!result.members().isEmpty()) {
            members.append(',').append(result.members());
        }
        if (result.cacheable()) {
            // Private: whoever may not come in is not to be told by a cache what is here.
            members.append(",\"ttlMs\":").append(result.cacheFor()).append(",\"cacheScope\":\"private\"");
        }
        return members.toString();
    }

    private static Method discovery(Features features) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("supportedVersions", Protocol.VERSIONS);
        members.put("capabilities", features.capabilities());
        members.put("instructions", ServerInfo.INSTRUCTIONS);
        Result result = Result.cacheable(JsonRpc.members(members), DISCOVERY_HOLDS);
        return _ -> result;
    }

    private void listen(Exchange exchange, Message.Request request, Caller caller) throws RpcException {
        if (!exchange.accepts().events()) {
            throw RpcException.invalidRequest(406, "Accept: subscriptions/listen answers with text/event-stream only.");
        }
        if (!(request.params().get("notifications") instanceof Map<?, ?> filter)) {
            throw new RpcException(
                    400, RpcException.INVALID_PARAMS, "notifications: is required and must be an object.", Map.of());
        }
        Set<Topic> topics = EnumSet.noneOf(Topic.class);
        for (Topic topic : Topic.values()) {
            if (Boolean.TRUE.equals(filter.get(topic.filter()))) {
                topics.add(topic);
            }
        }
        Set<String> uris = watched(filter.get(RESOURCES), caller);
        Subscription subscription = new Subscription(
                exchange.events(), topics, uris::contains, new ListenWording(request.id(), topics, uris));
        exchange.streams(subscription::close);
        subscriptions.serve(subscription);
    }

    /** Those of the addresses that there is something to tell of; the client learns from the acknowledgement which. */
    private Set<String> watched(Object wanted, Caller caller) throws RpcException {
        if (wanted == null) {
            return Set.of();
        }
        if (!(wanted instanceof List<?> uris)
                || uris.size() > MOST_WATCHED
                || !uris.stream().allMatch(String.class::isInstance)) {
            throw new RpcException(
                    400,
                    RpcException.INVALID_PARAMS,
                    "notifications.%s: is not an array of at most %d strings.".formatted(RESOURCES, MOST_WATCHED),
                    Map.of());
        }
        Set<String> watched = new LinkedHashSet<>();
        for (Object uri : uris) {
            if (resources.mayWatch((String) uri, caller)) {
                watched.add((String) uri);
            }
        }
        return watched;
    }

    /** Words a stream's messages with the id of the request that opened it. */
    private static final class ListenWording implements Subscription.Wording {
        private final Object id;
        private final Set<Topic> topics;
        private final Set<String> uris;
        private final Map<String, Object> meta;

        ListenWording(Object id, Set<Topic> topics, Set<String> uris) {
            this.id = id;
            this.topics = topics;
            this.uris = uris;
            this.meta = Map.of(Protocol.META_SUBSCRIPTION, id);
        }

        @Override
        public void open(EventStream events) {
            Map<String, Object> honoured = new LinkedHashMap<>();
            topics.forEach(topic -> honoured.put(topic.filter(), true));
            if (!uris.isEmpty()) {
                honoured.put(RESOURCES, uris);
            }
            events.send(JsonRpc.notification(
                    "notifications/subscriptions/acknowledged", Map.of("_meta", meta, "notifications", honoured)));
        }

        @Override
        public void changed(EventStream events, Topic topic) {
            events.send(JsonRpc.notification(topic.method(), Map.of("_meta", meta)));
        }

        @Override
        public void updated(EventStream events, String uri) {
            events.send(JsonRpc.notification(Resources.UPDATED, Map.of("_meta", meta, "uri", uri)));
        }

        @Override
        public void close(EventStream events) {
            String members = "\"resultType\":\"complete\",\"_meta\":" + Json.write(meta);
            events.finish(JsonRpc.result(id, members), true);
        }
    }
}
