package ai.xray.ranker.hnsw;

import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;

/**
 * Brings the graph of an index in line with its points, on a thread of its own that ends when all is done. A platform thread:
 * it computes for as long as there is work and would keep a carrier of virtual threads from others. An index that nobody uses
 * any more is let go of.
 */
final class Linker implements Runnable {
    private static final System.Logger LOG = System.getLogger(Linker.class.getName());

    private final WeakReference<HnswIndex<?>> index;

    private Linker(HnswIndex<?> index) {
        this.index = new WeakReference<>(index);
    }

    static void start(HnswIndex<?> index) {
        Thread.ofPlatform().daemon().name("xray-hnsw-linker").start(new Linker(index));
    }

    @Override
    public void run() {
        boolean isDone = false;
        while (!isDone) {
            isDone = !settlesOne();
        }
    }

    /** In a frame of its own, so that between two slots the index is held by its users alone. */
    private boolean settlesOne() {
        HnswIndex<?> used = index.get();
        if (used == null) {
            return false;
        }
        try {
            return used.settleNext();
        } catch (RuntimeException | Error e) {
            // Another would only fail at the same vector.
            LOG.log(Level.WARNING, "Vectors put from now on are compared one by one: the graph cannot be extended.", e);
            return false;
        }
    }
}
