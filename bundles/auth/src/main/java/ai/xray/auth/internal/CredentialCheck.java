package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import java.io.IOException;
import java.util.Optional;

/** Knows one kind of credential. Thread-safe. */
public interface CredentialCheck {
    /**
     * Who shows this credential, or empty when the request carries none that this check accepts.
     *
     * @throws IOException when what it has to look up cannot be read
     */
    Optional<Caller> callerOf(AccessRequest request) throws IOException;

    /** How a client shows this credential: the end of a sentence that begins "Send"; empty when none is to be told of it. */
    Optional<String> howTo();

    /** Whose credential the request claims to show, so that guessing it from many addresses is slowed down too. */
    default Optional<String> claimedBy(AccessRequest request) {
        return Optional.empty();
    }
}
