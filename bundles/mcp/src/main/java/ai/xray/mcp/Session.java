package ai.xray.mcp;

import ai.xray.auth.Caller;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** One client's session: a few words of memory, no thread and no timer. Thread-safe. */
final class Session {
    private final String id;
    private final String version;
    private final String owner;
    private final AtomicReference<Subscription> stream = new AtomicReference<>();
    private volatile Instant lastUsed;
    private volatile LogLevel logsFrom = LogLevel.WARNING;

    Session(String id, String version, Caller caller, Instant now) {
        this.id = id;
        this.version = version;
        this.owner = ownerOf(caller);
        this.lastUsed = now;
    }

    String id() {
        return id;
    }

    /** The revision agreed on. */
    String version() {
        return version;
    }

    /** Whether {@code caller} is who opened it; to anyone else a session does not exist. */
    boolean belongsTo(Caller caller) {
        return owner.equals(ownerOf(caller));
    }

    /** Whether the same caller opened both. */
    boolean sameOwner(Session other) {
        return owner.equals(other.owner);
    }

    LogLevel logsFrom() {
        return logsFrom;
    }

    void logsFrom(LogLevel level) {
        logsFrom = level;
    }

    Instant lastUsed() {
        return lastUsed;
    }

    void used(Instant now) {
        lastUsed = now;
    }

    /** Whether a stream of it is open. */
    boolean streaming() {
        return stream.get() != null;
    }

    /**
     * Makes {@code next} the session's one stream. An older one is ended: it is what is left of a connection that broke, and a
     * message must go out on one stream only.
     */
    void stream(Subscription next) {
        Optional.ofNullable(stream.getAndSet(next)).ifPresent(Subscription::close);
    }

    /** Forgets {@code ended} if it is still the session's stream. */
    void streamEnded(Subscription ended) {
        stream.compareAndSet(ended, null);
    }

    /** Ends its stream. */
    void close() {
        stream(null);
    }

    private static String ownerOf(Caller caller) {
        return caller.credential() + ":" + caller.name();
    }
}
