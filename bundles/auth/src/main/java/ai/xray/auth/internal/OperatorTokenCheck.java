package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import java.util.Optional;
import java.util.Set;

/**
 * The token that the server leaves in its data directory for whoever may read it. It administers the server and does nothing
 * else: it is for the command line of the operator, not for agents, so no refusal tells of it.
 */
final class OperatorTokenCheck implements CredentialCheck {
    private static final Caller OPERATOR = new Caller(
            "operator", Caller.Credential.OPERATOR_TOKEN, Set.of(Caller.ADMIN), new Author(Origin.DERIVED, "operator"));

    private final BearerSecret token;

    OperatorTokenCheck(String token) {
        this.token = new BearerSecret(token);
    }

    @Override
    public Optional<Caller> callerOf(AccessRequest request) {
        return token.isShownBy(request) ? Optional.of(OPERATOR) : Optional.empty();
    }

    @Override
    public Optional<String> howTo() {
        return Optional.empty();
    }
}
