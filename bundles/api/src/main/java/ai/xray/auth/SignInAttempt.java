package ai.xray.auth;

import java.net.URI;

/**
 * One person's way to a provider and back. All of it belongs to the browser it began in.
 *
 * @param redirect where the provider sends the browser back to
 * @param state comes back with the browser (RFC 6749, section 10.12)
 * @param nonce comes back in an ID token (OpenID Connect Core, section 3.1.2.1)
 * @param verifier proves that who redeems the code began the attempt (RFC 7636)
 */
public record SignInAttempt(URI redirect, String state, String nonce, String verifier) {
    /** Without what must not be known. */
    @Override
    public String toString() {
        return "SignInAttempt[redirect=%s]".formatted(redirect);
    }
}
