package ai.xray.mcp;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** All open subscriptions: bounded, told of changes together, closed together. Thread-safe. */
final class Subscriptions {
    /** Changes come in bursts, for example when a feature with twelve tools is enabled: one notice is enough for each. */
    private static final Duration SETTLE = Duration.ofMillis(50);

    /** How long all streams together get to end when the server stops. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final Set<Subscription> open = ConcurrentHashMap.newKeySet();
    private final Semaphore room;
    private final int most;
    private final Map<Topic, Changes> changes = new EnumMap<>(Topic.class);
    private volatile boolean closed;

    /** @param count how often a listing changed; {@code announced} whether that is about to be told */
    private record Changes(AtomicLong count, AtomicBoolean announced) {}

    /** @param most how many may be open at once */
    Subscriptions(int most) {
        for (Topic topic : Topic.values()) {
            changes.put(topic, new Changes(new AtomicLong(), new AtomicBoolean()));
        }
        this.most = most;
        this.room = new Semaphore(most);
    }

    /**
     * Serves {@code subscription} on the calling thread until it ends.
     *
     * @throws RpcException when as many are open as there may be
     */
    void serve(Subscription subscription) throws RpcException {
        if (closed || !room.tryAcquire()) {
            throw new RpcException(
                    503,
                    RpcException.INTERNAL_ERROR,
                    closed
                            ? "The server is shutting down."
                            : "The server holds %d open streams, as many as mcp-max-streams allows.".formatted(most),
                    Map.of("code", "unavailable"));
        }
        open.add(subscription);
        try {
            if (closed) {
                subscription.close();
            }
            subscription.run();
        } finally {
            open.remove(subscription);
            room.release();
        }
    }

    /** Tells every subscriber, once for a burst of calls, that a listing changed. */
    void changed(Topic topic) {
        Changes told = changes.get(topic);
        told.count().incrementAndGet();
        if (!open.isEmpty() && told.announced().compareAndSet(false, true)) {
            Thread.ofVirtual().name("mcp-list-changed").start(() -> announce(topic, told));
        }
    }

    /** Tells those of the stateless era who watch the resource at {@code uri} that it changed. */
    void updated(String uri) {
        open.forEach(subscription -> subscription.updated(uri));
    }

    /** How often a listing changed. */
    long count(Topic topic) {
        return changes.get(topic).count().get();
    }

    /** How many are open. */
    int size() {
        return open.size();
    }

    /** Ends all, and refuses new ones. Returns within about a second even if clients do not read. */
    void close() {
        closed = true;
        open.forEach(Subscription::close);
        long deadline = System.nanoTime() + FAREWELL.toNanos();
        try {
            for (Subscription subscription : open) {
                subscription.awaitEnd(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void announce(Topic topic, Changes told) {
        try {
            Thread.sleep(SETTLE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        told.announced().set(false);
        open.forEach(subscription -> subscription.changed(topic));
    }
}
