package ai.xray.embedder.vertex;

import ai.xray.remote.RemoteCall;
import ai.xray.remote.RemoteServer;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** The server that every machine in Google's cloud can ask for a token of its service account. */
final class MetadataServer implements Credentials {
    private static final String PATH =
            "/computeMetadata/v1/instance/service-accounts/default/token?scopes=" + ServiceAccount.SCOPE;

    private final URI base;
    private final RemoteServer server;

    MetadataServer(URI base, RemoteServer server) {
        this.base = base;
        this.server = server;
    }

    @Override
    public AccessToken ask() throws IOException {
        RemoteCall call = RemoteCall.get(URI.create(base + PATH), Map.of("Metadata-Flavor", "Google"));
        return AccessToken.of(server.ask(call), Optional.empty());
    }
}
