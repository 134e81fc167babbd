package ai.xray.auth.internal.oauth;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What clients say of themselves, in a registration (RFC 7591, section 2) or in a document. The fields that would widen what a
 * client gets, scopes above all, are not read: a person grants scopes, not a client.
 */
record ClientDescription(String name, List<RedirectUri> redirects) {
    private static final String ERROR = "invalid_client_metadata";

    /** Reads it. */
    static ClientDescription of(Map<String, Object> fields) throws OAuthException {
        requireContains(fields, "grant_types", "authorization_code");
        requireContains(fields, "response_types", "code");
        return new ClientDescription(name(fields), redirects(fields));
    }

    private static String name(Map<String, Object> fields) throws OAuthException {
        Object name = fields.getOrDefault("client_name", "A client without a name");
        if (name instanceof String text && !text.isBlank() && text.length() <= Client.LONGEST_NAME) {
            return text;
        }
        throw new OAuthException(
                ERROR, "client_name: must be a text of 1 to %d characters.".formatted(Client.LONGEST_NAME));
    }

    private static List<RedirectUri> redirects(Map<String, Object> fields) throws OAuthException {
        if (!(fields.get("redirect_uris") instanceof List<?> given)
                || given.isEmpty()
                || given.size() > Client.MOST_REDIRECTS) {
            throw new OAuthException(
                    "invalid_redirect_uri",
                    "redirect_uris: must be a list of 1 to %d URIs.".formatted(Client.MOST_REDIRECTS));
        }
        List<RedirectUri> redirects = new ArrayList<>();
        for (Object one : given) {
            redirects.add(RedirectUri.parse(String.valueOf(one))
                    .orElseThrow(() -> new OAuthException(
                            "invalid_redirect_uri",
                            "redirect_uris: each must be https, http to loopback, or of an installed app's own scheme,"
                                    + " without user, fragment, dot segments and escaped separators.")));
        }
        return redirects;
    }

    private static void requireContains(Map<String, Object> fields, String field, String value) throws OAuthException {
        Object given = fields.getOrDefault(field, List.of(value));
        if (!(given instanceof List<?> list) || !list.contains(value)) {
            throw new OAuthException(ERROR, "%s: must contain %s.".formatted(field, value));
        }
    }
}
