package ai.xray.harness;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs work side by side. A failure of any of it fails the test, after all of it has ended. */
public final class Crowd implements AutoCloseable {
    /** Something to do that may fail. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /** Something to do with one item that may fail. */
    @FunctionalInterface
    public interface WorkOn<T> {
        void run(T item) throws Exception;
    }

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<Void>> started = new ArrayList<>();

    /** Does {@code work} for every item, {@code width} of them at a time. */
    public static <T> void forEach(Collection<T> items, int width, WorkOn<T> work) throws Exception {
        List<Callable<Void>> calls = items.stream()
                .map(item -> (Callable<Void>) () -> {
                    work.run(item);
                    return null;
                })
                .toList();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(width, Thread.ofVirtual().factory())) {
            await(threads.invokeAll(calls));
        }
    }

    /** Starts work on a thread of its own. */
    public void start(Work work) {
        started.add(threads.submit(() -> {
            work.run();
            return null;
        }));
    }

    /** Starts the same work on {@code width} threads. */
    public void start(int width, Work work) {
        for (int i = 0; i < width; i++) {
            start(work);
        }
    }

    /** Whether all work has ended, be it by failing. */
    public boolean ended() {
        return started.stream().allMatch(Future::isDone);
    }

    /** Waits for the end of all work. */
    public void await() throws Exception {
        await(started);
    }

    /** Interrupts work that still runs and waits for it. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }

    private static void await(List<Future<Void>> futures) throws Exception {
        Throwable first = null;
        for (Future<Void> future : futures) {
            try {
                future.get();
            } catch (ExecutionException e) {
                if (first == null) {
                    first = e.getCause();
                } else {
                    first.addSuppressed(e.getCause());
                }
            }
        }
        switch (first) {
            case null -> {}
            case Error error -> throw error;
            case Exception exception -> throw exception;
            default -> throw new AssertionError(first);
        }
    }
}
