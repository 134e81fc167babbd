package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/** A secret that is shown as a bearer token (RFC 6750, section 2.1: the header, never the query string). */
final class BearerSecret {
    private static final String SCHEME = "Bearer";

    private final byte[] digest;

    BearerSecret(String secret) {
        digest = sha256(secret);
    }

    /** Whether the request carries this secret. */
    boolean isShownBy(AccessRequest request) {
        return request.authorization()
                .flatMap(BearerSecret::token)
                .filter(this::matches)
                .isPresent();
    }

    /** Digests have one length, so that the time taken tells neither the secret's characters nor how many there are. */
    private boolean matches(String token) {
        return MessageDigest.isEqual(digest, sha256(token));
    }

    private static Optional<String> token(String authorization) {
        int space = authorization.indexOf(' ');
        if (space < 0 || !authorization.substring(0, space).equalsIgnoreCase(SCHEME)) {
            return Optional.empty();
        }
        return Optional.of(authorization.substring(space).strip());
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
