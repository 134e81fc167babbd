package ai.xray.auth.internal.oauth;

import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The parameters of an OAuth request. Each may be given once (RFC 6749, section 3.1): of two, another program in front might
 * have judged the other one.
 */
record Parameters(Map<String, String> given) {
    private static final int LONGEST = 4096;

    /** Those of a query, where {@code method} is GET, or else of a form; a form is never read from the URL, which ends in logs. */
    static Parameters of(HttpServletRequest request) throws OAuthException {
        boolean form = !request.getMethod().equals("GET");
        if (form && request.getQueryString() != null) {
            throw OAuthException.request("The parameters must be in the body, not in the URL.");
        }
        Map<String, String> given = new LinkedHashMap<>();
        for (Map.Entry<String, String[]> one : request.getParameterMap().entrySet()) {
            if (one.getValue().length > 1) {
                throw OAuthException.request("%s: is given more than once.".formatted(name(one.getKey())));
            }
            if (one.getValue()[0].length() > LONGEST) {
                throw OAuthException.request("%s: has more than 4096 characters.".formatted(name(one.getKey())));
            }
            given.put(one.getKey(), one.getValue()[0]);
        }
        return new Parameters(given);
    }

    /** The value; an empty one is none (RFC 6749, section 3.1). */
    Optional<String> get(String name) {
        return Optional.ofNullable(given.get(name)).filter(value -> !value.isEmpty());
    }

    String require(String name) throws OAuthException {
        return get(name).orElseThrow(() -> OAuthException.request("%s: is required.".formatted(name)));
    }

    /** Names come from the request too: what is not a plain one is not repeated. */
    private static String name(String given) {
        return given.matches("[a-z_]{1,40}") ? given : "A parameter";
    }
}
