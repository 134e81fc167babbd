package ai.xray.memory.internal.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Cells that are about to be created. Of two that restate each other the second waits until the first is there or was not
 * created, and so can find it; strangers pass each other. As many are present as there are writers. Thread-safe.
 */
public final class Arrivals {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private final Map<Circle, List<Fingerprint>> present = new HashMap<>();

    /** What an arrival does. */
    public interface Action<T, E extends Exception> {
        T run() throws E;
    }

    /** Runs {@code action} while nothing else that restates {@code print} arrives in {@code circle}. Not to be nested. */
    public <T, E extends Exception> T arriving(Circle circle, Fingerprint print, Action<T, E> action) throws E {
        enter(circle, print);
        try {
            return action.run();
        } finally {
            leave(circle, print);
        }
    }

    private void enter(Circle circle, Fingerprint print) {
        lock.lock();
        try {
            while (present.getOrDefault(circle, List.of()).stream().anyMatch(print::restates)) {
                left.awaitUninterruptibly();
            }
            present.computeIfAbsent(circle, _ -> new ArrayList<>()).add(print);
        } finally {
            lock.unlock();
        }
    }

    private void leave(Circle circle, Fingerprint print) {
        lock.lock();
        try {
            List<Fingerprint> others = present.get(circle);
            others.remove(print);
            if (others.isEmpty()) {
                present.remove(circle);
            }
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
