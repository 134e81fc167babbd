package ai.xray.memory.internal.corpus;

import ai.xray.memory.internal.merge.Circle;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;

/** Locks by circle, a fixed number of them: many may add cells to a circle at a time, and one alone may merge. */
final class Circles {
    private static final int COUNT = 256; // far more than writers at a time, so that strangers seldom meet

    private final ReentrantReadWriteLock[] locks =
            Stream.generate(() -> new ReentrantReadWriteLock(true)).limit(COUNT).toArray(ReentrantReadWriteLock[]::new);

    /** Runs {@code action} beside others that add to {@code circle}, and while none merges in it. */
    <T, E extends Exception> T adding(Circle circle, Stripes.Action<T, E> action) throws E {
        return holding(locks[number(circle)].readLock(), action);
    }

    /** Runs {@code action} while no other adds to {@code circle} or merges in it. */
    <T, E extends Exception> T merging(Circle circle, Stripes.Action<T, E> action) throws E {
        return holding(locks[number(circle)].writeLock(), action);
    }

    private static <T, E extends Exception> T holding(Lock lock, Stripes.Action<T, E> action) throws E {
        lock.lock();
        try {
            return action.run();
        } finally {
            lock.unlock();
        }
    }

    private static int number(Circle circle) {
        int hash = circle.toString().hashCode(); // that of enums differs from run to run
        return (hash ^ (hash >>> 16)) & (COUNT - 1);
    }
}
