package ai.xray.memory.internal;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets only so many computations run at once, in the order in which they came.
 *
 * <p>A virtual thread that computes gives its processor to no other, and the scheduler does not serve threads in the order in
 * which they became ready: under load some callers are answered again and again while others wait a hundred times as long.
 * Those that wait here are parked, so that a processor that is free takes whoever came first.
 *
 * <p>Nobody waits for longer than a bounded time, and nobody is turned away: who has waited that long computes beside the
 * others. Nothing that waits for something else, such as an embedder behind a network, may be done within a turn. Thread-safe.
 */
final class Turns {
    private final Semaphore free;
    private final Duration longestWait;

    /**
     * @param atOnce how many may compute at once, at least 1
     * @param longestWait after which a turn is taken without being given
     */
    Turns(int atOnce, Duration longestWait) {
        free = new Semaphore(atOnce, true);
        this.longestWait = longestWait;
    }

    /** What {@code work} makes, when it is its turn. An interrupt shortens the wait and stays set. */
    <T> T take(Supplier<T> work) {
        boolean given = await();
        try {
            return work.get();
        } finally {
            if (given) {
                free.release();
            }
        }
    }

    private boolean await() {
        try {
            return free.tryAcquire(longestWait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
