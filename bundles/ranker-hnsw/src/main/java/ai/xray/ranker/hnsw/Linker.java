package ai.xray.ranker.hnsw;

import java.lang.System.Logger.Level;

/**
 * Brings the graph of an index in line with its points, on a thread of its own that ends when all is done, or when nobody uses
 * the index any more. A platform thread: it computes for as long as there is work and would keep a carrier of virtual threads
 * from others.
 */
final class Linker implements Runnable {
    private static final System.Logger LOG = System.getLogger(Linker.class.getName());

    private final HnswIndex<?> index;

    private Linker(HnswIndex<?> index) {
        this.index = index;
    }

    static void start(HnswIndex<?> index) {
        Thread.ofPlatform().daemon().name("xray-hnsw-linker").start(new Linker(index));
    }

    @Override
    public void run() {
        boolean isDone = false;
        while (!isDone && index.isUsed()) {
            isDone = !settlesOne();
        }
    }

    private boolean settlesOne() {
        try {
            return index.settleNext();
        } catch (RuntimeException | Error e) {
            // Another would only fail at the same vector.
            LOG.log(Level.WARNING, "Vectors put from now on are compared one by one: the graph cannot be extended.", e);
            return false;
        }
    }
}
