package ai.xray.memory.internal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A virtual thread that works behind the calls until it is told to stop. */
final class Background implements AutoCloseable {
    private static final long LONGEST_GOODBYE_MILLIS = 5000;

    private final String name;
    private final CountDownLatch stop = new CountDownLatch(1);
    private Thread thread;

    Background(String name) {
        this.name = name;
    }

    /** What is done; ends when interrupted or soon after {@link #awaitStop} says so. */
    interface Work {
        void run() throws InterruptedException;
    }

    synchronized void start(Work work) {
        thread = Thread.ofVirtual().name(name).start(() -> {
            try {
                work.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the end that close() asked for
            }
        });
    }

    /** Waits until it is time to stop, at most {@code millis}; whether it is. */
    boolean awaitStop(long millis) throws InterruptedException {
        return stop.await(millis, TimeUnit.MILLISECONDS);
    }

    /** Stops the work and waits a few seconds for it to end. */
    @Override
    public synchronized void close() {
        stop.countDown();
        if (thread != null) {
            thread.interrupt();
            try {
                thread.join(LONGEST_GOODBYE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
