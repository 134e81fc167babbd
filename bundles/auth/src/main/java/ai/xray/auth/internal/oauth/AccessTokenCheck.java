package ai.xray.auth.internal.oauth;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import ai.xray.auth.internal.BearerSecret;
import ai.xray.auth.internal.CredentialCheck;
import ai.xray.auth.internal.ServerAddress;
import ai.xray.auth.internal.session.GuestList;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import java.io.IOException;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Access tokens that were given for this server to clients of people who may still come in. What a client writes is derived: the
 * person agreed to it as a whole, not to each word.
 */
@Component
public final class AccessTokenCheck implements CredentialCheck {
    private final Grants grants;
    private final GuestList guests;
    private final ServerAddress address;

    @Activate
    public AccessTokenCheck(@Reference Grants grants, @Reference GuestList guests, @Reference ServerAddress address) {
        this.grants = grants;
        this.guests = guests;
        this.address = address;
    }

    @Override
    public Optional<Caller> callerOf(AccessRequest request) throws IOException {
        Optional<String> shown = request.agents() ? Optional.empty() : BearerSecret.shownBy(request);
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        Resources resources = Resources.of(address, request);
        return grants.find(shown.get())
                .filter(grant -> resources.contains(grant.terms().resource()))
                .filter(grant -> guests.lets(grant.person()))
                .map(grant -> new Caller(
                        grant.person().account(),
                        Caller.Credential.ACCESS_TOKEN,
                        grant.tokens().scopes(),
                        new Author(Origin.DERIVED, grant.person().account())));
    }

    @Override
    public Optional<String> howTo() {
        return Optional.of("an access token as 'Authorization: Bearer xraya_…'");
    }
}
