package ai.xray.mcp;

import ai.xray.auth.Caller;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All sessions, bounded in number and in idle time. Idle ones are dropped when they are next asked for or when room is
 * needed, so that nothing runs while nothing happens. Thread-safe.
 */
final class Sessions {
    private static final int ID_BYTES = 16;

    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final ReentrantLock opening = new ReentrantLock();
    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock;
    private final int most;
    private final Duration idle;
    private final Replays replays;
    private final Watches watches;

    /**
     * @param most how many there may be
     * @param idle how long one without an open stream may go unused
     * @param replays what sessions that end let go of
     * @param watches what sessions that end no longer watch
     */
    Sessions(InstantSource clock, int most, Duration idle, Replays replays, Watches watches) {
        this.replays = replays;
        this.watches = watches;
        this.clock = clock;
        this.most = most;
        this.idle = idle;
    }

    /**
     * A new session. When there is no room, idle ones go, else the least recently used one of the same caller, else of all: a
     * client that finds its session gone opens another, and one that opens them without end pushes out its own.
     */
    Session open(Caller caller, String version, ClientCapabilities capabilities) {
        Session session = new Session(newId(), version, caller, capabilities, clock.instant());
        opening.lock();
        try {
            if (sessions.size() >= most) {
                makeRoom(session);
            }
            sessions.put(session.id(), session);
        } finally {
            opening.unlock();
        }
        return session;
    }

    /** The session with that id, if it is the caller's, and used in time; it counts as used now. */
    Optional<Session> find(String id, Caller caller) {
        Session session = sessions.get(id);
        if (session == null || !session.belongsTo(caller)) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        if (expired(session, now)) {
            close(session);
            return Optional.empty();
        }
        session.used(now);
        return Optional.of(session);
    }

    /** Ends a session and its stream. */
    void close(Session session) {
        sessions.remove(session.id());
        session.close(replays).forEach(uri -> watches.remove(uri, session));
    }

    /** Ends all. */
    void close() {
        sessions.values().forEach(this::close);
    }

    /** The time that counts for idleness. */
    Instant now() {
        return clock.instant();
    }

    int size() {
        return sessions.size();
    }

    private void makeRoom(Session wanted) {
        Instant now = clock.instant();
        sessions.values().stream().filter(session -> expired(session, now)).forEach(this::close);
        if (sessions.size() >= most) {
            sessions.values().stream()
                    .min(Comparator.comparing((Session session) -> !session.sameOwner(wanted))
                            .thenComparing(Session::lastUsed))
                    .ifPresent(this::close);
        }
    }

    private boolean expired(Session session, Instant now) {
        return !session.streaming() && session.lastUsed().plus(idle).isBefore(now);
    }

    private String newId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
