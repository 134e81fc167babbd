package ai.xray.remote;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Several requests at the same time, which succeed or fail as one. */
public final class FanOut {
    private FanOut() {}

    /** A request. */
    @FunctionalInterface
    public interface Request<T> {
        /** What the server answers, never {@code null}. */
        T ask() throws IOException;
    }

    /**
     * What each of {@code requests} gets, in order. When one fails or the thread is interrupted, the others are interrupted,
     * those not begun are not made, and none is left running.
     *
     * @param atOnce how many are under way at the same time, at least 1
     * @throws IOException the first failure, under its own message
     */
    public static <T> List<T> all(List<? extends Request<T>> requests, int atOnce) throws IOException {
        if (requests.size() <= 1) {
            return requests.isEmpty() ? List.of() : List.of(requests.getFirst().ask());
        }
        AtomicReferenceArray<T> answers = new AtomicReferenceArray<>(requests.size());
        AtomicInteger next = new AtomicInteger();
        int workers = Math.min(atOnce, requests.size());
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("xray-remote-", 0).factory())) {
            CompletionService<Integer> done = new ExecutorCompletionService<>(threads);
            for (int i = 0; i < workers; i++) {
                done.submit(() -> {
                    int at = next.getAndIncrement();
                    while (at < requests.size()) {
                        answers.set(at, requests.get(at).ask());
                        at = next.getAndIncrement();
                    }
                    return at;
                });
            }
            try {
                for (int i = 0; i < workers; i++) {
                    done.take().get();
                }
            } catch (ExecutionException e) {
                threads.shutdownNow();
                throw failure(e.getCause());
            } catch (InterruptedException e) {
                threads.shutdownNow();
                Thread.currentThread().interrupt();
                InterruptedIOException stopped = new InterruptedIOException("the requests were interrupted");
                stopped.initCause(e);
                throw stopped;
            }
        }
        List<T> inOrder = new ArrayList<>(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            inOrder.add(answers.get(i));
        }
        return inOrder;
    }

    /** The failure of a worker; its trace stays as the cause. */
    private static IOException failure(Throwable cause) {
        if (cause instanceof IOException) {
            return new IOException(cause.getMessage(), cause);
        }
        if (cause instanceof RuntimeException unexpected) {
            throw unexpected;
        }
        throw (Error) cause;
    }
}
