package ai.xray.mcp;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The stream of one call in a session. It outlives its connection: a client that lost it comes back with the id of the last
 * event it saw and is sent the rest on the new one. Thread-safe.
 */
final class CallStream implements Outlet {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition over = lock.newCondition();
    private final Session session;
    private final Replays replays;
    private final boolean primed;
    private final String name;
    private EventStream connection;
    private int sent;
    private boolean ended;

    /** @param primed whether the client knows an event without data, sent so that it learns an id at once */
    CallStream(Session session, Replays replays, EventStream connection, boolean primed) {
        this.session = session;
        this.replays = replays;
        this.connection = connection;
        this.primed = primed;
        this.name = replays.open();
    }

    /** What its events' ids begin with. */
    String name() {
        return name;
    }

    @Override
    public boolean wanted() {
        return connection().wanted();
    }

    /** {@inheritDoc} A session's client that lost the connection may come back. */
    @Override
    public boolean broken() {
        return false;
    }

    @Override
    public void send(String message) {
        lock.lock();
        try {
            if (!ended && connection.wanted()) {
                append(message);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void probe() {
        connection().probe();
    }

    @Override
    public boolean finish(String message, boolean start) {
        lock.lock();
        try {
            boolean open = start || sent > 0;
            if (open && !ended) {
                append(message);
            }
            ended = true;
            connection.end();
            over.signalAll();
            return open;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Goes on on another connection, and serves it until the call is over or the client goes away.
     *
     * @param seen the number of the last event the client saw
     * @return false when events in between are no longer kept; nothing was sent then
     */
    boolean resume(int seen, EventStream next) throws InterruptedException {
        lock.lock();
        try {
            Optional<List<String>> missed = replays.after(name, seen, sent);
            if (missed.isEmpty()) {
                return false;
            }
            connection.end();
            connection = next;
            over.signalAll(); // whoever serves an older connection is to leave it
            next.comment(); // the head of the reply, before there may be anything to tell
            int number = seen;
            for (String message : missed.get()) {
                next.send(id(++number), message);
            }
            while (!ended && connection == next && !next.broken()) {
                if (!over.await(Subscription.KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)) {
                    next.comment();
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void append(String message) {
        if (sent == 0) {
            session.keep(this, replays);
            if (primed) {
                connection.send(id(0), "");
            }
        }
        sent++;
        replays.add(name, message);
        connection.send(id(sent), message);
    }

    private EventStream connection() {
        lock.lock();
        try {
            return connection;
        } finally {
            lock.unlock();
        }
    }

    private String id(int number) {
        return name + "-" + number;
    }
}
