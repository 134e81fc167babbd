package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import java.util.Optional;
import java.util.Set;

/** Lets everybody in as {@code dev}: what {@code --dev} asks for, on loopback only. */
final class DevCheck implements CredentialCheck {
    private static final Caller DEV = new Caller(
            "dev",
            Caller.Credential.DEV,
            Set.of(Caller.MEMORY_READ, Caller.MEMORY_WRITE, Caller.ADMIN),
            new Author(Origin.DERIVED, "dev"));

    @Override
    public Optional<Caller> callerOf(AccessRequest request) {
        return Optional.of(DEV);
    }

    @Override
    public Optional<String> howTo() {
        return Optional.empty(); // whoever could be told is in
    }
}
