package ai.xray.mcp;

import ai.xray.auth.Caller;
import ai.xray.memory.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/** One client's session: a few words of memory, no thread and no timer. Thread-safe. */
final class Session {
    /** Streams of calls that can be taken up again; more than clients keep open at once. */
    private static final int MOST_STREAMS = 16;

    private static final int MOST_WATCHED = 100;

    private final String id;
    private final String version;
    private final String owner;
    private final ClientCapabilities capabilities;
    private final AtomicReference<Subscription> stream = new AtomicReference<>();
    private final PendingAnswers pending = new PendingAnswers();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, CallStream> streams = new LinkedHashMap<>();
    private final Map<String, Long> watched = new LinkedHashMap<>();
    private long updates;
    private boolean closed;
    private volatile Instant lastUsed;
    private volatile LogLevel logsFrom = LogLevel.WARNING;

    Session(String id, String version, Caller caller, ClientCapabilities capabilities, Instant now) {
        this.id = id;
        this.version = version;
        this.owner = ownerOf(caller);
        this.capabilities = capabilities;
        this.lastUsed = now;
    }

    /** What tells one caller from another. */
    static String ownerOf(Caller caller) {
        return caller.credential() + ":" + caller.name();
    }

    String id() {
        return id;
    }

    /** The revision agreed on. */
    String version() {
        return version;
    }

    /** What its client can be asked. */
    ClientCapabilities capabilities() {
        return capabilities;
    }

    /** What its client was asked and did not answer yet. */
    PendingAnswers pending() {
        return pending;
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

    /** Keeps a call's stream so that it can be taken up again, and lets go of the oldest where there are many. */
    void keep(CallStream call, Replays replays) {
        lock.lock();
        try {
            streams.put(call.name(), call);
            if (streams.size() > MOST_STREAMS) {
                String oldest = streams.keySet().iterator().next();
                streams.remove(oldest);
                replays.forget(oldest);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The stream of a call by its name. */
    Optional<CallStream> call(String name) {
        lock.lock();
        try {
            return Optional.ofNullable(streams.get(name));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Wants to be told when a resource changes.
     *
     * @throws Refusal when it wants to be told of as many as it may, or has ended
     */
    void watch(String uri) {
        lock.lock();
        try {
            if (closed) {
                throw Refusal.of(Refusal.Code.UNAVAILABLE, "The session has ended.");
            }
            if (watched.size() >= MOST_WATCHED && !watched.containsKey(uri)) {
                throw Refusal.invalid(
                        "uri",
                        "uri: is one more than the %d resources that a session may watch.".formatted(MOST_WATCHED));
            }
            watched.putIfAbsent(uri, 0L);
        } finally {
            lock.unlock();
        }
    }

    /** No longer wants to be told. */
    void unwatch(String uri) {
        lock.lock();
        try {
            watched.remove(uri);
        } finally {
            lock.unlock();
        }
    }

    /** Whether it wants to be told when a resource changes. */
    boolean watches(String uri) {
        lock.lock();
        try {
            return watched.containsKey(uri);
        } finally {
            lock.unlock();
        }
    }

    /** Notes that a resource that it watches changed: should no stream be open, the next one tells. */
    void updated(String uri) {
        lock.lock();
        try {
            watched.computeIfPresent(uri, (_, _) -> ++updates);
        } finally {
            lock.unlock();
        }
    }

    /** How many changes it was, or could have been, told of. */
    long updates() {
        lock.lock();
        try {
            return updates;
        } finally {
            lock.unlock();
        }
    }

    /** What it watches and what changed after the first {@code seen} changes. */
    List<String> updatedSince(long seen) {
        lock.lock();
        try {
            List<String> uris = new ArrayList<>();
            watched.forEach((uri, update) -> {
                if (update > seen) {
                    uris.add(uri);
                }
            });
            return uris;
        } finally {
            lock.unlock();
        }
    }

    /** Ends its stream, and lets go of what it held; what it watched. */
    List<String> close(Replays replays) {
        stream(null);
        pending.end();
        lock.lock();
        try {
            closed = true;
            streams.keySet().forEach(replays::forget);
            streams.clear();
            List<String> uris = List.copyOf(watched.keySet());
            watched.clear();
            return uris;
        } finally {
            lock.unlock();
        }
    }
}
