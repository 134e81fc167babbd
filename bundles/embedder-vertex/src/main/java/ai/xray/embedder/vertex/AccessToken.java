package ai.xray.embedder.vertex;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A token that opens Google's interfaces.
 *
 * @param lifetime counted from when it was asked for
 * @param quotaProject the project that is billed where the credentials name one
 */
record AccessToken(String value, Duration lifetime, Optional<String> quotaProject) {
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x21-\\x7e]{1,8192}");
    private static final long LONGEST_LIFETIME_SECONDS = Duration.ofDays(1).toSeconds();

    /**
     * Reads the answer of a token endpoint (RFC 6749, section 5.1).
     *
     * @throws IOException when there is no token in it that a header can carry
     */
    static AccessToken of(Object answer, Optional<String> quotaProject) throws IOException {
        if (answer instanceof Map<?, ?> object
                && object.get("access_token") instanceof String value
                && HEADER_VALUE.matcher(value).matches()
                && object.get("expires_in") instanceof Long seconds
                && seconds > 0) {
            return new AccessToken(
                    value, Duration.ofSeconds(Math.min(seconds, LONGEST_LIFETIME_SECONDS)), quotaProject);
        }
        throw new IOException("Google's token server answered without an access token and its lifetime");
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "access token for " + lifetime;
    }
}
