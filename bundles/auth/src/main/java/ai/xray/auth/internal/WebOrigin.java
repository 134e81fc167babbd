package ai.xray.auth.internal;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An origin of the web (RFC 6454): where a page that sends a request comes from.
 *
 * @param scheme in lower case
 * @param authority without the port where that is the scheme's default
 */
record WebOrigin(String scheme, Authority authority) {
    private static final Map<String, Integer> DEFAULT_PORTS = Map.of("http", 80, "https", 443);
    private static final String SEPARATOR = "://";

    /** The origin that {@code text} spells, or empty for {@code null}, {@code *}, a path behind it, or another text. */
    static Optional<WebOrigin> parse(String text) {
        int separator = text.indexOf(SEPARATOR);
        if (separator < 1 || !text.substring(0, separator).matches("[A-Za-z][A-Za-z0-9+.-]*")) {
            return Optional.empty();
        }
        String scheme = text.substring(0, separator).toLowerCase(Locale.ROOT);
        return Authority.parse(text.substring(separator + SEPARATOR.length()))
                .map(authority -> new WebOrigin(scheme, withoutDefaultPort(scheme, authority)));
    }

    /** Whether a page of this origin that asks {@code host} asks where it came from. */
    boolean isServedBy(Authority host) {
        Integer defaultPort = DEFAULT_PORTS.get(scheme);
        return defaultPort != null && authority.sameAs(host, defaultPort);
    }

    /** Whether the page was served by the user's own machine. */
    boolean isLoopback() {
        return DEFAULT_PORTS.containsKey(scheme) && authority.isLoopback();
    }

    private static Authority withoutDefaultPort(String scheme, Authority authority) {
        Integer defaultPort = DEFAULT_PORTS.get(scheme);
        boolean isDefault = defaultPort != null && authority.port().equals(OptionalInt.of(defaultPort));
        return isDefault ? new Authority(authority.host(), OptionalInt.empty()) : authority;
    }
}
