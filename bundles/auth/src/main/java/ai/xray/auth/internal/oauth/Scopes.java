package ai.xray.auth.internal.oauth;

import ai.xray.auth.Caller;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What a person may grant to a client. Administration is not among it. */
final class Scopes {
    private static final Pattern SPACE = Pattern.compile(" ");
    private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

    static {
        MEANINGS.put(Caller.MEMORY_READ, "read memory");
        MEANINGS.put(Caller.MEMORY_WRITE, "write, change and delete memory");
    }

    private Scopes() {}

    /** All of them. */
    static List<String> all() {
        return List.copyOf(MEANINGS.keySet());
    }

    /** What a scope lets a client do, to be read after "It may". */
    static String meaning(String scope) {
        return MEANINGS.get(scope);
    }

    /**
     * Those of a request. What is not known is left out, and the answer says what was granted (RFC 6749, section 3.3); a request
     * that names none asks for all.
     */
    static Set<String> asked(Optional<String> scope) throws OAuthException {
        Set<String> asked = new TreeSet<>(all());
        if (scope.isPresent()) {
            asked.retainAll(SPACE.splitAsStream(scope.get()).toList());
        }
        if (asked.isEmpty()) {
            throw new OAuthException(
                    "invalid_scope", "scope: none of it can be granted; there is: %s.".formatted(text(all())));
        }
        return asked;
    }

    static String text(Iterable<String> scopes) {
        return String.join(" ", scopes);
    }
}
