package ai.xray.auth.internal.key;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import ai.xray.auth.internal.BearerSecret;
import ai.xray.auth.internal.CredentialCheck;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import java.io.IOException;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Keys. The wall between people and agents is here: a key of an agent is no credential at a door for people. */
@Component
public final class KeyCheck implements CredentialCheck {
    private final KeyRing keys;

    @Activate
    public KeyCheck(@Reference KeyRing keys) {
        this.keys = keys;
    }

    @Override
    public Optional<Caller> callerOf(AccessRequest request) throws IOException {
        Optional<String> shown = BearerSecret.shownBy(request);
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        return keys.find(shown.get())
                .filter(key -> request.agents() == (key.kind() == Key.Kind.AGENT))
                .map(KeyCheck::holder);
    }

    @Override
    public Optional<String> claimedBy(AccessRequest request) {
        return BearerSecret.shownBy(request).flatMap(KeyRing::idOf).map("key "::concat);
    }

    @Override
    public Optional<String> howTo() {
        return Optional.of("a key as 'Authorization: Bearer xray_…'");
    }

    private static Caller holder(Key key) {
        return new Caller(
                key.name(),
                key.kind() == Key.Kind.AGENT ? Caller.Credential.AGENT_KEY : Caller.Credential.PERSONAL_KEY,
                key.scopes(),
                new Author(Origin.DERIVED, key.name()));
    }
}
