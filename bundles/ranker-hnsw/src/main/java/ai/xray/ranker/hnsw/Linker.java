package ai.xray.ranker.hnsw;

import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Brings the graph of an index in line with its points, on a thread of its own that ends when all is done, or when nobody uses
 * the index any more. A platform thread: it computes for as long as there is work and would keep a carrier of virtual threads
 * from others.
 *
 * <p>A failure, be it want of memory or a mistake of ours, may leave the graph between two states. So it is thrown away and made
 * anew, after a pause that doubles from failure to failure; until then every vector is compared.
 */
final class Linker implements Runnable {
    private static final System.Logger LOG = System.getLogger(Linker.class.getName());
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final HnswIndex<?> index;
    private Duration pause = FIRST_PAUSE;

    Linker(HnswIndex<?> index) {
        this.index = index;
    }

    void start() {
        Thread.ofPlatform().daemon().name("xray-hnsw-linker").start(this);
    }

    @Override
    public void run() {
        try {
            while (index.isUsed() && !settlesAll()) {
                awaitNextAttempt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            index.leftBy(this); // even where memory is too short to tell what failed: the next write starts another
        }
    }

    private boolean settlesAll() {
        try {
            boolean isDone = false;
            while (!isDone && index.isUsed()) {
                isDone = !index.settleNext();
            }
            return true;
        } catch (RuntimeException | Error e) {
            index.startAnew(e);
            LOG.log(Level.WARNING, "The graph of vectors failed and is made anew; until then each is compared.", e);
            return false;
        }
    }

    private void awaitNextAttempt() throws InterruptedException {
        long end = System.nanoTime() + pause.toNanos();
        for (long left = pause.toNanos(); left > 0 && index.isUsed(); left = end - System.nanoTime()) {
            Thread.sleep(Duration.ofNanos(Math.min(left, BETWEEN_LOOKS.toNanos())));
        }
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
}
