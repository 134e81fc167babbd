package ai.xray.auth;

import java.util.Set;

/**
 * Who a sign-in provider says somebody is.
 *
 * @param account what never changes hands, with the provider's name in front: {@code github:583231}, or
 *     {@code entra:<tenant>:<object>}; never an e-mail address or another name that can be given to somebody else
 * @param name what to call the person on a page
 * @param groups what else an operator may let in by, such as {@code github:org:acme}
 */
public record Identity(String account, String name, Set<String> groups) {
    public Identity {
        groups = Set.copyOf(groups);
    }
}
