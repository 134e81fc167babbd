package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import java.util.Optional;

/** Knows one kind of credential. Thread-safe. */
interface CredentialCheck {
    /** Who shows this credential, or empty when the request carries none that this check accepts. */
    Optional<Caller> callerOf(AccessRequest request);

    /** How a client shows this credential: the end of a sentence that begins "Send"; empty when none is to be told of it. */
    Optional<String> howTo();
}
