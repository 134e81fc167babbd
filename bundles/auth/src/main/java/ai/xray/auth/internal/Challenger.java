package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import java.util.Optional;

/** Knows where clients can ask for access. Thread-safe. */
public interface Challenger {
    /** What to tell of it in a {@code WWW-Authenticate} header, as parameters; empty where there is nothing to be had. */
    Optional<String> parameters(AccessRequest request);
}
