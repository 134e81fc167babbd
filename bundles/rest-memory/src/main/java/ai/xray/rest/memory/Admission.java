package ai.xray.rest.memory;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.auth.Caller.Credential;
import ai.xray.memory.Refusal;
import ai.xray.memory.Refusal.Code;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** Lets those in who may ask what they ask. */
record Admission(Authenticator authenticator) {
    /** Who makes the request, a {@link Refusal} unless it is someone who may; nobody where everybody may. */
    Optional<Caller> admit(HttpServletRequest request, Operation.Access access) {
        return switch (access) {
            case EVERYBODY -> Optional.empty();
            case READER -> Optional.of(holder(request, Caller.MEMORY_READ));
            case EDITOR -> Optional.of(editor(request));
        };
    }

    /**
     * Agents write by their tools, which know whose cells they may not change; here only people do. That a page of somebody
     * else did not send a session's request is for the {@link Authenticator} to check, by its token; without sign-in the
     * browser's own word is all there is.
     */
    private Caller editor(HttpServletRequest request) {
        Caller caller = holder(request, Caller.MEMORY_WRITE);
        if (caller.credential() == Credential.DEV) {
            requireSameOrigin(request);
        } else if (caller.credential() != Credential.SESSION) {
            throw Refusal.of(
                    Code.FORBIDDEN, "Only someone who signed in with a browser may write here; programs write by MCP.");
        }
        return caller;
    }

    private static void requireSameOrigin(HttpServletRequest request) {
        boolean sameOrigin = header(request, "Sec-Fetch-Site")
                .map("same-origin"::equals)
                .orElseGet(() -> header(request, "Origin")
                        .map(origin ->
                                origin.equals("%s://%s".formatted(request.getScheme(), request.getHeader("Host"))))
                        .orElse(false));
        if (!sameOrigin) {
            throw Refusal.of(
                    Code.FORBIDDEN,
                    "Origin: a write must come from a page of this server, as Sec-Fetch-Site or Origin tells.");
        }
    }

    private Caller holder(HttpServletRequest request, String scope) {
        Caller caller = authenticator.admit(new AccessRequest(
                        header(request, "Host"),
                        header(request, "Origin"),
                        header(request, "Authorization"),
                        request.getRemoteAddr())
                .at(request.getLocalPort())
                .with(new AccessRequest.Browser(
                        request.getMethod(), header(request, "Cookie").orElse(""), header(request, "X-CSRF-Token"))));
        if (!caller.may(scope)) {
            throw Refusal.of(Code.FORBIDDEN, "This needs the scope %s.".formatted(scope));
        }
        return caller;
    }

    private static Optional<String> header(HttpServletRequest request, String name) {
        return Optional.ofNullable(request.getHeader(name));
    }
}
