package ai.xray.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Messages that went out on the streams of calls, kept for clients that lost the connection. All streams together are bounded
 * in characters: the oldest give way, and can then no longer be taken up again. Thread-safe.
 */
final class Replays {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, List<String>> streams = new LinkedHashMap<>();
    private final AtomicLong count = new AtomicLong();
    private final long most;
    private long held;

    /** @param most how many characters are kept */
    Replays(long most) {
        this.most = most;
    }

    /** A name for one more stream. */
    String open() {
        return "call" + count.incrementAndGet();
    }

    /** Keeps one more message of a stream; its first has the number 1. */
    void add(String stream, String message) {
        lock.lock();
        try {
            streams.computeIfAbsent(stream, _ -> new ArrayList<>()).add(message);
            held += message.length();
            while (held > most) {
                drop(streams.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * The messages after the first {@code seen}; empty when they are no longer kept, so that the stream cannot be told without
     * a gap.
     *
     * @param sent how many were sent so far
     */
    Optional<List<String>> after(String stream, int seen, int sent) {
        lock.lock();
        try {
            List<String> kept = streams.getOrDefault(stream, List.of());
            return kept.size() == sent && seen <= sent
                    ? Optional.of(List.copyOf(kept.subList(seen, sent)))
                    : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Lets go of a stream. */
    void forget(String stream) {
        lock.lock();
        try {
            drop(stream);
        } finally {
            lock.unlock();
        }
    }

    /** How many characters are kept. */
    long held() {
        lock.lock();
        try {
            return held;
        } finally {
            lock.unlock();
        }
    }

    private void drop(String stream) {
        List<String> dropped = streams.remove(stream);
        if (dropped != null) {
            held -= dropped.stream().mapToLong(String::length).sum();
        }
    }
}
