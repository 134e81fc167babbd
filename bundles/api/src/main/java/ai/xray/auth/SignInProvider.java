package ai.xray.auth;

import java.io.IOException;
import java.net.URI;

/**
 * Tells who people are, by a service they have an account with. The service property {@value #NAME} names it in routes:
 * {@code /v1/auth/login/<name>}. What it is told by the service, tokens above all, stays with it. Thread-safe.
 */
public interface SignInProvider {
    /** The service property that names a provider: 1 to 32 characters {@code a-z0-9-}. */
    String NAME = "xray.name";

    /** What people know the service as, for example {@code GitHub}. */
    String title();

    /** Whether an operator has set it up; until then it is not offered. */
    boolean isSetUp();

    /**
     * Where to send the browser.
     *
     * @throws ai.xray.memory.Refusal when a setting is wrong
     * @throws IOException when the service has to be asked and cannot be
     */
    URI begin(SignInAttempt attempt) throws IOException;

    /**
     * Who came back.
     *
     * @param code what the service sent along
     * @throws ai.xray.memory.Refusal {@code UNAUTHENTICATED} when the code, or what it was redeemed for, is not right
     * @throws IOException when the service cannot be asked, with a sentence
     */
    Identity finish(SignInAttempt attempt, String code) throws IOException;
}
