package ai.xray.mcp;

import ai.xray.auth.Caller;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A request on its way to its method.
 *
 * @param caller who was let in
 * @param session the session it belongs to; empty in the stateless era
 * @param logsFrom the least severe log level the client wants to hear of; empty for none
 * @param headers the request's headers where the revision has them repeat the body; empty elsewhere
 * @param outlet where notifications about this request go
 * @param asker how the client is asked something meanwhile
 * @param cancelled completed when the client said that it no longer waits
 */
record Call(
        Message.Request request,
        Caller caller,
        Optional<Session> session,
        Optional<LogLevel> logsFrom,
        Optional<RequestHeaders> headers,
        Outlet outlet,
        Asker asker,
        CompletableFuture<Void> cancelled) {
    Map<String, Object> params() {
        return request.params();
    }
}
