package ai.xray.mcp;

import ai.xray.auth.Caller;
import java.io.IOException;
import java.util.List;

/** {@code /mcp}: which HTTP methods there are, and which era a request belongs to. */
final class Endpoint {
    private final Bodies bodies;
    private final SessionEra sessionEra;
    private final StatelessEra statelessEra;

    Endpoint(Bodies bodies, SessionEra sessionEra, StatelessEra statelessEra) {
        this.bodies = bodies;
        this.sessionEra = sessionEra;
        this.statelessEra = statelessEra;
    }

    /** Answers one request of {@code caller}. */
    void handle(Exchange exchange, Caller caller) throws IOException, RpcException {
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
            throw exchange.notAllowed(stateless ? "POST" : "GET, POST, DELETE");
        }
    }

    private void post(Exchange exchange, Caller caller) throws IOException, RpcException {
        if (exchange.accepts().nothing()) {
            throw RpcException.invalidRequest(
                    406, "Accept: allows neither application/json nor text/event-stream, which is what there is.");
        }
        Object body = bodies.read(exchange.request());
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
}
