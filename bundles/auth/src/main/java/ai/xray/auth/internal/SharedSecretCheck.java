package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import java.util.Optional;
import java.util.Set;

/** The server's shared secret. */
final class SharedSecretCheck implements CredentialCheck {
    private static final Caller HOLDER = new Caller(
            "mcp-secret",
            Caller.Credential.SHARED_SECRET,
            Set.of(Caller.MEMORY_READ, Caller.MEMORY_WRITE),
            new Author(Origin.DERIVED, "mcp-secret"));

    private final BearerSecret secret;

    SharedSecretCheck(String secret) {
        this.secret = new BearerSecret(secret);
    }

    @Override
    public Optional<Caller> callerOf(AccessRequest request) {
        return secret.isShownBy(request) ? Optional.of(HOLDER) : Optional.empty();
    }

    @Override
    public Optional<String> howTo() {
        return Optional.of("the server's shared secret as 'Authorization: Bearer <secret>'");
    }
}
