package ai.xray.embedder.vertex;

import ai.xray.remote.RemoteCall;
import ai.xray.remote.RemoteServer;
import java.io.IOException;
import java.util.Map;

/** A person who signed in with the command-line tool: exchanges the refresh token for a token (RFC 6749, section 6). */
final class SignedInUser implements Credentials {
    private final CredentialsFile file;
    private final RemoteServer tokenServer;

    SignedInUser(CredentialsFile file, RemoteServer tokenServer) {
        this.file = file;
        this.tokenServer = tokenServer;
    }

    @Override
    public AccessToken ask() throws IOException {
        Map<String, String> fields = Map.of(
                "grant_type", "refresh_token",
                "client_id", file.text("client_id"),
                "client_secret", file.text("client_secret"),
                "refresh_token", file.text("refresh_token"));
        return AccessToken.of(tokenServer.ask(RemoteCall.form(file.tokenAddress(), fields)), file.quotaProject());
    }
}
