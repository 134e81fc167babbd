package ai.xray.auth.internal.oauth;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.internal.ServerAddress;
import java.util.Optional;
import java.util.Set;

/**
 * What tokens are good for (RFC 8707): this server's {@code /mcp}, by one of its URLs. They are compared as they are written: a
 * slash or a fragment more is another resource.
 *
 * @param usual the one that is told to clients
 * @param bases every URL that means this server
 */
record Resources(String usual, Set<String> bases) {
    private static final String PATH = "/mcp";

    /** The resources of the server that got this request. */
    static Resources of(ServerAddress address, AccessRequest request) {
        return new Resources(address.base(request).orElse("") + PATH, address.all(request));
    }

    /** The resource that a client named, or the usual one. */
    String named(Optional<String> resource) throws OAuthException {
        String named = resource.orElse(usual);
        if (!contains(named)) {
            throw new OAuthException("invalid_target", "resource: must be %s.".formatted(usual));
        }
        return named;
    }

    /** Whether it is one of this server's. */
    boolean contains(String resource) {
        return bases.stream().anyMatch(base -> resource.equals(base + PATH));
    }
}
