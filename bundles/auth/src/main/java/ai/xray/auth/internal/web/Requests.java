package ai.xray.auth.internal.web;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.memory.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is read from requests. */
public final class Requests {
    private Requests() {}

    /** The request as the door of a browser: a session or any other credential lets it in. */
    public static AccessRequest browser(HttpServletRequest request) {
        return program(request)
                .with(new AccessRequest.Browser(
                        request.getMethod(), header(request, "Cookie").orElse(""), header(request, "X-CSRF-Token")));
    }

    /** Who makes the request; a {@link Refusal} unless it is someone with the scope {@code xray:admin}. */
    public static Caller administrator(Authenticator authenticator, HttpServletRequest request) {
        Caller caller = authenticator.admit(browser(request));
        if (!caller.may(Caller.ADMIN)) {
            throw Refusal.of(Refusal.Code.FORBIDDEN, "This needs the scope %s.".formatted(Caller.ADMIN));
        }
        return caller;
    }

    /**
     * The JSON object that the request brings.
     *
     * @throws Refusal when the body is none, or has more than {@code mostBytes}
     */
    public static Map<String, Object> json(HttpServletRequest request, int mostBytes) throws IOException {
        String type = Optional.ofNullable(request.getContentType()).orElse("").toLowerCase(Locale.ROOT);
        if (!type.equals("application/json") && !type.startsWith("application/json;")) {
            throw Refusal.invalid("Content-Type", "Content-Type: must be application/json.");
        }
        byte[] body = request.getInputStream().readNBytes(mostBytes + 1);
        if (body.length > mostBytes) {
            throw Refusal.tooLarge("body", "body: at most %d bytes are allowed.".formatted(mostBytes));
        }
        try {
            return Json.asObject(Json.read(body));
        } catch (JsonException e) {
            throw Refusal.invalid("body", "body: " + e.getMessage() + ".");
        }
    }

    private static AccessRequest program(HttpServletRequest request) {
        return new AccessRequest(
                        header(request, "Host"),
                        header(request, "Origin"),
                        header(request, "Authorization"),
                        request.getRemoteAddr())
                .at(request.getLocalPort());
    }

    private static Optional<String> header(HttpServletRequest request, String name) {
        return Optional.ofNullable(request.getHeader(name));
    }
}
