package ai.xray.store.sql;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One platform thread that writes for all callers: a native call would keep a virtual thread's carrier for the length of a
 * disk sync, and a caller that is interrupted must not break a statement off. Thread-safe.
 */
final class WriterThread implements AutoCloseable {
    private static final int WAITING = 1024;
    private static final int CLOSE_SECONDS = 30;

    private final ThreadPoolExecutor thread;

    WriterThread(String name) {
        thread = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                Thread.ofPlatform().name(name).daemon().factory());
    }

    /**
     * Waits for the result of {@code work}; what it throws is thrown here.
     *
     * @throws IOException when this is closed, too many wait already, or the thread is interrupted
     */
    <T> T run(Callable<T> work) throws IOException {
        Future<T> result;
        try {
            result = thread.submit(work);
        } catch (RejectedExecutionException e) {
            throw new IOException(
                    "Too many writes of access records wait, or they are closed; nothing was changed.", e);
        }
        try {
            return result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The write of an access record was interrupted; it may have been done.");
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    /** Finishes what waits, for half a minute at most. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static IOException failure(Throwable cause) {
        return switch (cause) {
            case IOException e -> e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> new IOException(cause);
        };
    }
}
