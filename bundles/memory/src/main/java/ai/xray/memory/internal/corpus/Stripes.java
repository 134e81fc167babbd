package ai.xray.memory.internal.corpus;

import java.util.Collection;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/** Locks by id, a fixed number of them. Several are taken in one order, so holders never wait for each other in a circle. */
final class Stripes {
    private static final int COUNT = 256; // far more than writers at a time, so that strangers seldom meet

    private final ReentrantLock[] locks = new ReentrantLock[COUNT];

    Stripes() {
        for (int i = 0; i < COUNT; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    /** What is done while the locks are held. */
    interface Action<T, E extends Exception> {
        T run() throws E;
    }

    /** Runs {@code action} while no other action with one of {@code ids} runs. */
    <T, E extends Exception> T holding(Collection<String> ids, Action<T, E> action) throws E {
        return holding(
                ids.stream().mapToInt(Stripes::stripe).distinct().sorted().toArray(), action);
    }

    /** Runs {@code action} while no other action runs. */
    <T, E extends Exception> T holdingAll(Action<T, E> action) throws E {
        return holding(IntStream.range(0, COUNT).toArray(), action);
    }

    private <T, E extends Exception> T holding(int[] wanted, Action<T, E> action) throws E {
        int held = 0;
        try {
            for (int stripe : wanted) {
                locks[stripe].lock();
                held++;
            }
            return action.run();
        } finally {
            while (held > 0) {
                locks[wanted[--held]].unlock();
            }
        }
    }

    private static int stripe(String id) {
        int hash = id.hashCode();
        return (hash ^ (hash >>> 16)) & (COUNT - 1);
    }
}
