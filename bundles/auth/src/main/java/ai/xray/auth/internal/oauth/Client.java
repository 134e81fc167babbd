package ai.xray.auth.internal.oauth;

import java.util.List;
import java.util.Optional;

/**
 * A program that asks for access.
 *
 * @param id what it is known by: a name of ours, or the URL of its document
 * @param name what it calls itself, at most 100 characters; nobody checked it
 * @param redirects where it may have its answers
 * @param documentHost the host that vouches for it, where it is known by a document
 */
record Client(String id, String name, List<RedirectUri> redirects, Optional<String> documentHost) {
    /** The longest name, in characters. */
    static final int LONGEST_NAME = 100;

    /** The most redirect URIs. */
    static final int MOST_REDIRECTS = 10;

    Client {
        redirects = List.copyOf(redirects);
    }

    /** Whether answers may go there. */
    boolean mayHaveAnswersAt(RedirectUri asked) {
        return redirects.stream().anyMatch(registered -> registered.admits(asked));
    }
}
