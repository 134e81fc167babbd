package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import java.util.Optional;

/** A secret that is shown as a bearer token (RFC 6750, section 2.1: the header, never the query string). */
public final class BearerSecret {
    private static final String SCHEME = "Bearer";

    private final String digest;

    BearerSecret(String secret) {
        digest = Secrets.digest(secret);
    }

    /** Whether the request carries this secret. Digests have one length, so that the time taken does not tell the secret's. */
    boolean isShownBy(AccessRequest request) {
        return shownBy(request).filter(token -> Secrets.matches(token, digest)).isPresent();
    }

    /** The token that a request carries. */
    public static Optional<String> shownBy(AccessRequest request) {
        return request.authorization().flatMap(BearerSecret::token);
    }

    private static Optional<String> token(String authorization) {
        int space = authorization.indexOf(' ');
        if (space < 0 || !authorization.substring(0, space).equalsIgnoreCase(SCHEME)) {
            return Optional.empty();
        }
        return Optional.of(authorization.substring(space).strip());
    }
}
