package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses requests that a browser was tricked into. A page of {@code evil.example} whose name is made to resolve to this
 * server's address (DNS rebinding) sends {@code Host: evil.example}, and a page that asks across origins sends its
 * {@code Origin}; programs send the host they were given and no origin.
 *
 * <p>A {@code Host} is ours when it is the host of {@code public-url}, one of {@code allowed-hosts}, the host of
 * {@code listen}, or a loopback name or address. Beyond loopback every IP address is ours too: an address is not resolved, so it
 * cannot be rebound, and a server on all interfaces does not know which of its addresses a client was given.
 *
 * <p>An {@code Origin} is trusted when it is where the request goes, {@code public-url}, one of {@code cors-origins}, or a page
 * of the user's own machine. {@code null}, which sandboxed frames and files send, is nobody's.
 */
final class HostGuard {
    private final Authority listen;
    private final Optional<WebOrigin> publicOrigin;
    private final Set<WebOrigin> trustedOrigins;
    private final Set<String> furtherHosts;

    HostGuard(Settings settings) {
        listen = settings.listenAuthority();
        publicOrigin = settings.publicOrigin();
        trustedOrigins = settings.trustedOrigins();
        furtherHosts = settings.furtherHosts();
    }

    /** Throws a {@code FORBIDDEN} {@link Refusal} unless host and origin are ours. */
    void check(AccessRequest request) {
        Authority host = request.host()
                .flatMap(Authority::parse)
                .filter(this::isOurs)
                .orElseThrow(() -> forbidden(
                        "Host",
                        request.host().orElse(""),
                        "a host this server is known by: an operator sets public-url or allowed-hosts"));
        request.origin().ifPresent(origin -> {
            boolean trusted = WebOrigin.parse(origin)
                    .filter(from -> isTrusted(from, host))
                    .isPresent();
            if (!trusted) {
                throw forbidden(
                        "Origin",
                        origin,
                        "this server, a loopback page or an origin an operator listed in cors-origins");
            }
        });
    }

    private boolean isOurs(Authority host) {
        return host.isLoopback()
                || host.host().equals(listen.host())
                || (host.isAddress() && !listen.isLoopback())
                || furtherHosts.contains(host.host())
                || publicOrigin
                        .map(ours -> ours.authority().host().equals(host.host()))
                        .orElse(false);
    }

    private boolean isTrusted(WebOrigin origin, Authority host) {
        return origin.isServedBy(host)
                || origin.isLoopback()
                || trustedOrigins.contains(origin)
                || publicOrigin.equals(Optional.of(origin));
    }

    private static Refusal forbidden(String header, String value, String allowed) {
        return Refusal.of(
                Refusal.Code.FORBIDDEN,
                "%s: '%s' is not allowed; it must be %s.".formatted(header, Spelling.excerpt(value), allowed));
    }
}
