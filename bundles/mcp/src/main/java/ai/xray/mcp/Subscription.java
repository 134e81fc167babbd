package ai.xray.mcp;

import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * A stream that stays open to tell a client that something changed. What is waiting to be told is a set, not a queue: however slow the client and however often something changes, it takes the same little memory and is told once.
 */
final class Subscription {
    /** Below the 30 s after which Jetty, and the minute after which most proxies, drop a silent connection. */
    static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    /** How the topics of one stream are worded. */
    interface Wording {
        /** Sends what opens the stream. */
        void open(EventStream events);

        /** Sends that {@code topic} changed. */
        void changed(EventStream events, Topic topic);

        /** Sends that the resource at {@code uri} changed. */
        void updated(EventStream events, String uri);

        /** Sends what ends the stream when it is the server that ends it. */
        void close(EventStream events);
    }

    private final EventStream events;
    private final Wording wording;
    private final Set<Topic> topics;
    private final Predicate<String> watches;
    private final Set<Topic> waiting = EnumSet.noneOf(Topic.class);
    private final Set<String> updates = new LinkedHashSet<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final CountDownLatch ended = new CountDownLatch(1);
    private boolean closed;
    private Thread runner;

    /** What there is to tell; nothing when the stream is to end. */
    private record News(Set<Topic> topics, List<String> uris) {
        boolean none() {
            return topics.isEmpty() && uris.isEmpty();
        }
    }

    /**
     * @param topics the listings whose changes are told
     * @param watches the resources whose changes are told; a bounded number
     */
    Subscription(EventStream events, Set<Topic> topics, Predicate<String> watches, Wording wording) {
        this.events = events;
        this.topics = Set.copyOf(topics);
        this.watches = watches;
        this.wording = wording;
    }

    /** Has the client told of {@code topic} soon, if it asked for it. */
    void changed(Topic topic) {
        lock.lock();
        try {
            if (topics.contains(topic) && waiting.add(topic)) {
                news.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Has the client told soon that the resource at {@code uri} changed, if it asked for it. */
    void updated(String uri) {
        if (!watches.test(uri)) {
            return;
        }
        lock.lock();
        try {
            if (updates.add(uri)) {
                news.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream soon. */
    void close() {
        lock.lock();
        try {
            closed = true;
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream by force if it has not ended after {@code wait}: its client does not read. */
    void awaitEnd(Duration wait) throws InterruptedException {
        if (!ended.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
            lock.lock();
            try {
                if (runner != null) {
                    runner.interrupt();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Serves the stream on the calling thread until either side ends it. */
    void run() {
        begin();
        try {
            wording.open(events);
            for (News now = await(); !now.none(); now = await()) {
                now.topics().forEach(topic -> wording.changed(events, topic));
                now.uris().forEach(uri -> wording.updated(events, uri));
            }
            if (!events.broken()) {
                wording.close(events);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end();
        }
    }

    private void begin() {
        lock.lock();
        try {
            runner = Thread.currentThread();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            runner = null;
        } finally {
            lock.unlock();
        }
        ended.countDown();
    }

    private News await() throws InterruptedException {
        lock.lock();
        try {
            while (waiting.isEmpty() && updates.isEmpty() && !closed && !events.broken()) {
                boolean silent = !news.await(KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS);
                if (silent) {
                    keepAlive();
                }
            }
            if (closed || events.broken()) {
                return new News(Set.of(), List.of());
            }
            News now = new News(Set.copyOf(waiting), List.copyOf(updates));
            waiting.clear();
            updates.clear();
            return now;
        } finally {
            lock.unlock();
        }
    }

    /** Writes without the lock: whoever announces a change must not wait for a client that does not read. */
    private void keepAlive() {
        lock.unlock();
        try {
            events.comment();
        } finally {
            lock.lock();
        }
    }
}
