package ai.xray.memory.internal;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A service that may be there or not. A new one is set before the old one is unset. Thread-safe. */
final class Optionally<S> {
    private final AtomicReference<S> service = new AtomicReference<>();

    void set(S newer) {
        service.set(newer);
    }

    void unset(S gone) {
        service.compareAndSet(gone, null);
    }

    /** The one that is there now; a request asks once and goes on with what it got. */
    Optional<S> get() {
        return Optional.ofNullable(service.get());
    }
}
