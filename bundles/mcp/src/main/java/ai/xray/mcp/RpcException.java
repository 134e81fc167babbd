package ai.xray.mcp;

import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A request that is answered with a JSON-RPC error: the protocol was not kept, as opposed to a tool that failed. */
final class RpcException extends Exception {
    private static final long serialVersionUID = 1L;

    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL_ERROR = -32603;
    static final int HEADER_MISMATCH = -32020;
    static final int MISSING_CAPABILITY = -32021;
    static final int UNSUPPORTED_VERSION = -32022;

    /** What revisions up to 2025-11-25 call a resource that is not there; later ones call it invalid parameters. */
    static final int RESOURCE_NOT_FOUND = -32002;

    private final int status;
    private final int code;
    private final transient Map<String, Object> data;

    /**
     * @param status the HTTP status that goes with it
     * @param code the JSON-RPC error code
     * @param data what a program can read of it; empty for none
     */
    RpcException(int status, int code, String message, Map<String, Object> data) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.data = data;
    }

    /** The message is not one this endpoint takes. */
    static RpcException invalidRequest(int status, String message) {
        return new RpcException(status, INVALID_REQUEST, message, Map.of());
    }

    /** The parameters of a method that exists are wrong. */
    static RpcException invalidParams(String message) {
        return new RpcException(200, INVALID_PARAMS, message, Map.of());
    }

    /** {@code kind}, for example a tool, named {@code name} does not exist. */
    static RpcException unknownName(String kind, String name, Collection<String> names) {
        return unknown(200, INVALID_PARAMS, kind, name, names);
    }

    /** No such method, in the revision of the request. */
    static RpcException unknownMethod(String method, Collection<String> methods) {
        return unknown(404, METHOD_NOT_FOUND, "method", method, methods);
    }

    /** Headers and body tell different things, or a required header is missing. */
    static RpcException headerMismatch(String message) {
        return new RpcException(400, HEADER_MISMATCH, message, Map.of());
    }

    /** The request needs to ask something of the client that it cannot be asked. */
    static RpcException missingCapability(String capability) {
        return new RpcException(
                400,
                MISSING_CAPABILITY,
                "This needs a client with the capability '%s'.".formatted(capability),
                Map.of("requiredCapabilities", Map.of(capability, Map.of())));
    }

    /** A refusal where there is no other form for it: what the caller can mend is told as wrong parameters. */
    static RpcException of(Refusal refusal) {
        int code = switch (refusal.code()) {
            case INVALID_ARGUMENT, NOT_FOUND, CONFLICT, TOO_LARGE -> INVALID_PARAMS;
            case UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED -> INVALID_REQUEST;
            case UNAVAILABLE -> INTERNAL_ERROR;
        };
        return new RpcException(200, code, refusal.getMessage(), Failure.of(refusal));
    }

    /** A revision that is not spoken, or not this way; {@code supported} is what to use instead. */
    static RpcException unsupportedVersion(String requested, List<String> supported) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("supported", supported);
        data.put("requested", requested);
        return new RpcException(
                400,
                UNSUPPORTED_VERSION,
                "Protocol version '%s' is not supported; supported here: %s."
                        .formatted(Spelling.excerpt(requested), String.join(", ", supported)),
                data);
    }

    private static RpcException unknown(int status, int code, String kind, String name, Collection<String> names) {
        Optional<String> closest = Spelling.closest(name, names);
        String hint = closest.map(it -> " Did you mean '" + it + "'?").orElse("");
        Map<String, Object> data = new LinkedHashMap<>();
        closest.ifPresent(it -> data.put("closest", it));
        return new RpcException(
                status, code, "Unknown %s: '%s'.%s".formatted(kind, Spelling.excerpt(name), hint), data);
    }

    int status() {
        return status;
    }

    int code() {
        return code;
    }

    Map<String, Object> data() {
        return data;
    }
}
