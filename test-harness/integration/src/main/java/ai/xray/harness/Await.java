package ai.xray.harness;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits on conditions rather than for a time. */
public final class Await {
    private static final Duration PAUSE = Duration.ofMillis(20);

    private Await() {}

    /** Returns as soon as {@code condition} holds; fails with {@code what} when it does not by the deadline. */
    public static void until(String what, Duration deadline, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + deadline.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("after " + deadline + " still not: " + what);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
