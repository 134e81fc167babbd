package ai.xray.auth.internal.oauth;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.internal.Challenger;
import ai.xray.auth.internal.ServerAddress;
import ai.xray.auth.internal.session.Providers;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Tells clients of the authorization server, where somebody can sign in at it: a client that cannot get a token should say that
 * its secret is wrong, and not open a page that leads nowhere.
 */
@Component
public final class WhereToAsk implements Challenger {
    private final ServerAddress address;
    private final Providers providers;

    @Activate
    public WhereToAsk(@Reference ServerAddress address, @Reference Providers providers) {
        this.address = address;
        this.providers = providers;
    }

    @Override
    public Optional<String> parameters(AccessRequest request) {
        if (providers.all().isEmpty()) {
            return Optional.empty();
        }
        return address.base(request)
                .map(base -> "scope=\"%s\", resource_metadata=\"%s%s/mcp\""
                        .formatted(Scopes.text(Scopes.all()), base, MetadataServlet.RESOURCE));
    }
}
