package ai.xray.admin;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.memory.Refusal;
import ai.xray.memory.Refusal.Code;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** Lets those in who may administer the server. */
record Admission(Authenticator authenticator) {
    /** Who makes the request; a {@link Refusal} unless it is someone with the scope {@code xray:admin}. */
    Caller require(HttpServletRequest request) {
        Caller caller = authenticator.admit(new AccessRequest(
                header(request, "Host"),
                header(request, "Origin"),
                header(request, "Authorization"),
                request.getRemoteAddr()));
        if (!caller.may(Caller.ADMIN)) {
            throw Refusal.of(Code.FORBIDDEN, "this needs the scope %s.".formatted(Caller.ADMIN));
        }
        return caller;
    }

    private static Optional<String> header(HttpServletRequest request, String name) {
        return Optional.ofNullable(request.getHeader(name));
    }
}
