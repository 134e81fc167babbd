package ai.xray.auth.internal.oauth;

import ai.xray.auth.internal.Secrets;
import java.util.regex.Pattern;

/** Proof that who redeems a code is who asked for it (RFC 7636), by S256 and nothing else. */
final class Pkce {
    private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final Pattern VERIFIER = Pattern.compile("[A-Za-z0-9._~-]{43,128}");

    private Pkce() {}

    /** The challenge of an authorization request; without a method it would be plain, which proves nothing. */
    static String challenge(Parameters parameters) throws OAuthException {
        String challenge = parameters.require("code_challenge");
        if (!parameters.require("code_challenge_method").equals("S256")
                || !CHALLENGE.matcher(challenge).matches()) {
            throw OAuthException.request("code_challenge: must be a digest, by code_challenge_method=S256.");
        }
        return challenge;
    }

    /** The verifier of a token request. */
    static String verifier(Parameters parameters) throws OAuthException {
        String verifier = parameters.require("code_verifier");
        if (!VERIFIER.matcher(verifier).matches()) {
            throw OAuthException.request("code_verifier: must have 43 to 128 characters of A-Z, a-z, 0-9 and -._~.");
        }
        return verifier;
    }

    static String challenge(String verifier) {
        return Secrets.text(Secrets.sha256(verifier));
    }
}
