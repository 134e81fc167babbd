package ai.xray.auth;

import ai.xray.memory.Author;
import java.util.Set;

/**
 * Who makes a call. Immutable; the same object reaches every tool and route.
 *
 * @param name a stable name for records: an account id, a key's name, {@code mcp-secret}, {@code dev}; never a secret
 * @param credential what it showed
 * @param scopes what it may do, for example {@code xray:memory.read}
 * @param author what its writes are marked with
 */
public record Caller(String name, Credential credential, Set<String> scopes, Author author) {
    /** Grants reading of memory. */
    public static final String MEMORY_READ = "xray:memory.read";

    /** Grants writing of memory. */
    public static final String MEMORY_WRITE = "xray:memory.write";

    /** Grants administration of the server. */
    public static final String ADMIN = "xray:admin";

    /** What a caller showed to be let in. */
    public enum Credential {
        /** None: the server runs with {@code --dev}. */
        DEV,
        /** The server's shared secret. */
        SHARED_SECRET,
        /** The token that the server leaves in its data directory for whoever may read it. */
        OPERATOR_TOKEN,
        /** A key of a person, for the programs that work for that person. */
        PERSONAL_KEY,
        /** A key made for an agent; it passes doors for agents alone. */
        AGENT_KEY,
        /** An access token of a signed-in person. */
        ACCESS_TOKEN,
        /** A browser session of a signed-in person. */
        SESSION
    }

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** Whether the caller was granted {@code scope}. */
    public boolean may(String scope) {
        return scopes.contains(scope);
    }
}
