package ai.xray.auth.internal.oauth;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a client asks a person for, judged. Whether client and redirect URI are right is decided first: until then an error is
 * told to the person, because a redirect would lead wherever the request wants.
 */
record AuthorizationRequest(Client client, RedirectUri redirect, Optional<String> state, Grant.Terms terms) {
    // Printable ASCII (RFC 6749, appendix A.5): it goes into a header.
    private static final Pattern STATE = Pattern.compile("[ -~]{1,2048}");

    /** Where the answer goes, once that is certain. */
    record Return(Client client, RedirectUri redirect, Optional<String> state) {
        /** @throws OAuthException to be told to the person */
        static Return of(Parameters parameters, Clients clients) throws IOException, OAuthException {
            Client client = clients.find(parameters.require("client_id"));
            RedirectUri redirect = RedirectUri.parse(parameters.require("redirect_uri"))
                    .filter(client::mayHaveAnswersAt)
                    .orElseThrow(() -> OAuthException.request("redirect_uri: is not one of the client's."));
            Optional<String> state = parameters.get("state");
            if (state.filter(text -> !STATE.matcher(text).matches()).isPresent()) {
                throw OAuthException.request("state: must be printable ASCII of at most 2048 characters.");
            }
            return new Return(client, redirect, state);
        }
    }

    /**
     * The whole request.
     *
     * @param resources the URLs that mean what this server guards, the usual one first
     * @throws OAuthException to be told to the client
     */
    static AuthorizationRequest of(Return answer, Parameters parameters, Resources resources) throws OAuthException {
        if (!parameters.require("response_type").equals("code")) {
            throw new OAuthException("unsupported_response_type", "response_type: must be code.");
        }
        String challenge = Pkce.challenge(parameters);
        String resource = resources.named(parameters.get("resource"));
        Set<String> scopes = Scopes.asked(parameters.get("scope"));
        return new AuthorizationRequest(
                answer.client(),
                answer.redirect(),
                answer.state(),
                new Grant.Terms(answer.redirect().text(), challenge, resource, scopes));
    }
}
