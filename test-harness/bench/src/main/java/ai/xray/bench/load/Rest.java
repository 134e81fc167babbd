package ai.xray.bench.load;

import java.time.Duration;
import java.util.function.Supplier;

/** Waits until a process has done what it does behind, such as embedding and linking. */
public final class Rest {
    private static final Duration WINDOW = Duration.ofMillis(500);
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final double BUSY = 0.05;
    private static final int WINDOWS = 3;

    private Rest() {}

    /**
     * Returns when {@link #WINDOWS} windows in a row saw the processor used less than {@link #BUSY} of the time.
     *
     * @param cpu the processor time that the process has taken so far
     */
    public static void await(Supplier<Duration> cpu) throws InterruptedException {
        long start = System.nanoTime();
        int quiet = 0;
        while (quiet < WINDOWS) {
            if (System.nanoTime() - start > DEADLINE.toNanos()) {
                throw new IllegalStateException("the process was still busy after " + DEADLINE);
            }
            Duration before = cpu.get();
            Thread.sleep(WINDOW);
            quiet = cpu.get().minus(before).toNanos() < BUSY * WINDOW.toNanos() ? quiet + 1 : 0;
        }
    }
}
