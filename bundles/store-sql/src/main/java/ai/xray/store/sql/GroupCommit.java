package ai.xray.store.sql;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Gathers the commits of many callers into groups (DeWitt et al. 1984, "Implementation techniques for main memory database
 * systems"): while one group is being synced to the disk the next one forms, so the busier the store, the larger its groups;
 * a caller that is alone never waits for company.
 *
 * <p>One platform thread writes. A native call would pin a virtual thread's carrier for the length of a disk sync, and an
 * interrupt meant for one caller must not break the transaction of others. Thread-safe.
 */
final class GroupCommit implements AutoCloseable {
    /** How many calls wait at most; more callers wait for room. */
    static final int CAPACITY = 1024;

    private static final int MAX_GROUP_CHARS = 16 << 20;

    private final Consumer<List<Call>> transaction;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition room = lock.newCondition();
    private final Deque<Call> waiting = new ArrayDeque<>();
    private final Thread writer;
    private boolean closed;

    /** @param transaction completes the outcome of every call it is given */
    GroupCommit(String name, Consumer<List<Call>> transaction) {
        this.transaction = transaction;
        writer = Thread.ofPlatform().name(name).daemon().start(this::writeGroups);
    }

    /**
     * Waits until the call was written.
     *
     * @throws IOException when this is closed, or the thread is interrupted; the message says whether the call may still
     *     be written
     */
    Outcome submit(Call call) throws IOException {
        try {
            enqueue(call);
        } catch (InterruptedException e) {
            throw interrupted("was interrupted before it was begun; nothing was changed");
        }
        try {
            return call.outcome().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an outcome is never exceptional", e);
        } catch (InterruptedException e) {
            if (withdraw(call)) {
                throw interrupted("was interrupted before it was begun; nothing was changed");
            }
            throw interrupted("was interrupted while it was written; read the cell to learn whether it was changed");
        }
    }

    /** Has the database written soon, if nobody else is about to; does not wait. */
    void probe() {
        lock.lock();
        try {
            if (!closed && waiting.isEmpty()) {
                waiting.add(Call.probe());
                work.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many calls wait for the next group. */
    int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** Refuses new calls, writes those that wait, and ends the thread. Does nothing the second time. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            work.signal();
            room.signalAll();
        } finally {
            lock.unlock();
        }
        joinWriter();
    }

    private void enqueue(Call call) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && waiting.size() >= CAPACITY) {
                room.await();
            }
            if (closed) {
                throw new IOException("The memory store is closed; nothing was changed.");
            }
            waiting.add(call);
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    private boolean withdraw(Call call) {
        lock.lock();
        try {
            boolean withdrawn = waiting.remove(call);
            if (withdrawn) {
                room.signal();
            }
            return withdrawn;
        } finally {
            lock.unlock();
        }
    }

    private void writeGroups() {
        for (List<Call> group = nextGroup(); !group.isEmpty(); group = nextGroup()) {
            try {
                transaction.accept(group);
            } catch (RuntimeException | Error e) {
                failAll(group, e);
            }
        }
    }

    /** The calls that wait, as many as make a sensible transaction; none when this is closed and all are written. */
    private List<Call> nextGroup() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closed) {
                work.awaitUninterruptibly();
            }
            List<Call> group = new ArrayList<>(waiting.size());
            long chars = 0;
            while (!waiting.isEmpty() && chars < MAX_GROUP_CHARS) {
                Call call = waiting.remove();
                chars += call.chars();
                group.add(call);
            }
            room.signalAll();
            return group;
        } finally {
            lock.unlock();
        }
    }

    /** A defect must leave neither a caller waiting nor the store without its writer. */
    private static void failAll(List<Call> group, Throwable cause) {
        Outcome failed = new Outcome.Failed(
                "The memory store failed unexpectedly (%s); read the cell to learn whether it was changed."
                        .formatted(cause),
                cause);
        group.forEach(call -> call.outcome().complete(failed));
    }

    private void joinWriter() {
        boolean interrupted = false;
        while (true) {
            try {
                writer.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static InterruptedIOException interrupted(String what) {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("The commit " + what + ".");
    }
}
