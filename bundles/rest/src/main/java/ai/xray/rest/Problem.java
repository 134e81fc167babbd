package ai.xray.rest;

import ai.xray.json.Json;
import ai.xray.memory.ChangedMeanwhile;
import ai.xray.memory.Refusal;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An error as clients see it: {@code application/problem+json} (RFC 9457) of type {@code about:blank}, whose title is the
 * status in words.
 *
 * @param members members besides {@code type}, {@code title}, {@code status} and {@code detail}
 * @param headers what HTTP says to send along with the status
 */
record Problem(int status, String detail, Map<String, Object> members, Map<String, String> headers) {
    static final String MEDIA_TYPE = "application/problem+json";

    private static final Map<Integer, String> TITLES = Map.ofEntries(
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(409, "Conflict"),
            Map.entry(412, "Precondition Failed"),
            Map.entry(413, "Content Too Large"),
            Map.entry(429, "Too Many Requests"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(503, "Service Unavailable"));

    static Problem of(int status, String detail) {
        return new Problem(status, detail, Map.of(), Map.of());
    }

    /** The problem that a refusal is over HTTP. */
    static Problem of(Refusal refusal) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("code", refusal.code().wire());
        refusal.field().ifPresent(field -> members.put("field", field));
        if (!refusal.allowed().isEmpty()) {
            members.put("allowed", refusal.allowed());
        }
        refusal.closest().ifPresent(closest -> members.put("closest", closest));
        int status = refusal instanceof ChangedMeanwhile ? 412 : status(refusal.code());
        return new Problem(status, refusal.getMessage(), members, headers(refusal.code()));
    }

    Problem withMember(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return new Problem(status, detail, more, headers);
    }

    Problem withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Problem(status, detail, members, more);
    }

    /** Makes this the whole response, which must not be committed. */
    void send(HttpServletResponse response) throws IOException {
        response.setStatus(status);
        headers.forEach(response::setHeader);
        send(response, MEDIA_TYPE, body());
    }

    /** The document. */
    Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", "about:blank");
        body.put("title", TITLES.getOrDefault(status, status < 500 ? "Client Error" : "Server Error"));
        body.put("status", status);
        body.put("detail", detail);
        body.putAll(members);
        return body;
    }

    /** Sends {@code body} as JSON and closes the response; the container leaves the body out of an answer to {@code HEAD}. */
    static void send(HttpServletResponse response, String mediaType, Map<String, Object> body) throws IOException {
        byte[] json = Json.write(body).getBytes(StandardCharsets.UTF_8);
        response.setContentType(mediaType);
        response.setContentLength(json.length);
        response.getOutputStream().write(json);
        response.getOutputStream().close();
    }

    private static int status(Refusal.Code code) {
        return switch (code) {
            case INVALID_ARGUMENT -> 400;
            case UNAUTHENTICATED -> 401;
            case FORBIDDEN -> 403;
            case NOT_FOUND -> 404;
            case CONFLICT -> 409;
            case TOO_LARGE -> 413;
            case RATE_LIMITED -> 429;
            case UNAVAILABLE -> 503;
        };
    }

    private static Map<String, String> headers(Refusal.Code code) {
        return switch (code) {
            case UNAUTHENTICATED -> Map.of("WWW-Authenticate", "Bearer realm=\"xray\"");
            case RATE_LIMITED -> Map.of("Retry-After", "5");
            case UNAVAILABLE -> Map.of("Retry-After", "1");
            case INVALID_ARGUMENT, FORBIDDEN, NOT_FOUND, CONFLICT, TOO_LARGE -> Map.of();
        };
    }
}
