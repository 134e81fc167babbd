package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.Set;

/** The server's shared secret as a bearer token (RFC 6750, section 2.1: the header, never the query string). */
final class SharedSecretCheck implements CredentialCheck {
    private static final String SCHEME = "Bearer";
    private static final Caller HOLDER = new Caller(
            "mcp-secret",
            Caller.Credential.SHARED_SECRET,
            Set.of(Caller.MEMORY_READ, Caller.MEMORY_WRITE),
            new Author(Origin.DERIVED, "mcp-secret"));

    private final byte[] digest;

    SharedSecretCheck(String secret) {
        digest = sha256(secret);
    }

    @Override
    public Optional<Caller> callerOf(AccessRequest request) {
        return request.authorization()
                .flatMap(SharedSecretCheck::bearer)
                .filter(this::matches)
                .map(token -> HOLDER);
    }

    @Override
    public String howTo() {
        return "the server's shared secret as 'Authorization: Bearer <secret>'";
    }

    /** Digests have one length, so that the time taken tells neither the secret's characters nor how many there are. */
    private boolean matches(String token) {
        return MessageDigest.isEqual(digest, sha256(token));
    }

    private static Optional<String> bearer(String authorization) {
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
