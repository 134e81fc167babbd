package ai.xray.rest.memory;

import ai.xray.event.MemoryEvent;
import ai.xray.event.MemoryListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * The last {@value #CAPACITY} events, numbered. It is the one queue of all who read it: a writer puts an event in place of the
 * oldest and is done, however many read and however slowly; a reader keeps nothing but the number that it has come to, and has
 * missed something when that number is no longer here. Thread-safe.
 */
@Component(service = {MemoryListener.class, EventLog.class})
public final class EventLog implements MemoryListener {
    static final int CAPACITY = 1024;

    private static final int MOST_AT_A_TIME = 64;
    private static final Pattern NAME = Pattern.compile("([0-9a-f]{16})-(\\d{1,18})");

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition written = lock.newCondition();
    private final Condition arrived = lock.newCondition();
    private final Told[] ring = new Told[CAPACITY];

    /** Names this process, so that a number of another one is not taken for one of ours. */
    private final String life =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());

    private final Thread crier;
    private long next = 1;
    private long cried = 1;
    private boolean closed;

    /** An event and its number. */
    record Told(long number, MemoryEvent event) {}

    /**
     * What came next.
     *
     * @param last the number to go on from
     * @param missed whether something between is no longer here
     * @param over whether there will be no more
     */
    record Batch(List<Told> events, long last, boolean missed, boolean over) {
        Batch {
            events = List.copyOf(events);
        }
    }

    @Activate
    public EventLog() {
        // Waking a thousand readers takes longer than a writer is to be held up.
        crier = Thread.ofVirtual().name("memory-events").start(this::cry);
    }

    @Deactivate
    void close() {
        lock.lock();
        try {
            closed = true;
            written.signalAll();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
        crier.interrupt();
    }

    @Override
    public void on(MemoryEvent event) {
        lock.lock();
        try {
            ring[index(next)] = new Told(next, event);
            next++;
            written.signal();
        } finally {
            lock.unlock();
        }
    }

    /** The number of the last event so far, 0 for none. */
    long last() {
        lock.lock();
        try {
            return next - 1;
        } finally {
            lock.unlock();
        }
    }

    /** What an event is called outside. */
    String name(long number) {
        return life + "-" + number;
    }

    /** The number behind a name, unless it is one of another process or none at all. */
    Optional<Long> number(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() && matcher.group(1).equals(life)
                ? Optional.of(Long.parseLong(matcher.group(2)))
                : Optional.empty();
    }

    /** The events after {@code last}; waits for the first of them, {@code longest} at most, or until the reader is closed. */
    Batch after(long last, Duration longest, Reader reader) throws InterruptedException {
        long left = longest.toNanos();
        lock.lock();
        try {
            while (next - 1 <= last && left > 0 && !closed && !reader.closed) {
                left = arrived.awaitNanos(left);
            }
            long oldest = Math.max(1, next - CAPACITY);
            boolean missed = last + 1 < oldest;
            List<Told> events = new ArrayList<>();
            for (long number = Math.max(oldest, last + 1); number < next && events.size() < MOST_AT_A_TIME; number++) {
                events.add(ring[index(number)]);
            }
            long come = events.isEmpty() ? last : events.getLast().number();
            return new Batch(events, come, missed, closed || reader.closed);
        } finally {
            lock.unlock();
        }
    }

    /** One who reads; closing it ends the wait. */
    final class Reader implements AutoCloseable {
        private boolean closed;

        @Override
        public void close() {
            lock.lock();
            try {
                closed = true;
                arrived.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private void cry() {
        lock.lock();
        try {
            while (!closed) {
                if (cried == next) {
                    written.await();
                } else {
                    cried = next;
                    arrived.signalAll();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it was closed
        } finally {
            lock.unlock();
        }
    }

    private static int index(long number) {
        return (int) (number % CAPACITY);
    }
}
