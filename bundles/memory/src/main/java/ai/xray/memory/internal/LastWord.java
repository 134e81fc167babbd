package ai.xray.memory.internal;

import ai.xray.search.Reranker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The model that has the last word on the order, asked within a bounded time. One that let a search wait in vain is left alone
 * for a moment, so that not every search waits for it. Thread-safe.
 */
final class LastWord implements AutoCloseable {
    private static final int AT_ONCE = 16;
    private static final long REST_NANOS = Duration.ofSeconds(5).toNanos();

    // Platform threads: a model in process, or a native call, would keep a carrier from all other virtual threads.
    private final ExecutorService threads = new ThreadPoolExecutor(
            0,
            AT_ONCE,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("xray-rerank-", 0).factory());
    private final Optionally<Reranker> model = new Optionally<>();
    private final Duration timeout;
    private volatile Late late;

    private record Late(Reranker model, long until) {}

    /** @param timeout how long the model may take for one search */
    LastWord(Duration timeout) {
        this.timeout = timeout;
    }

    /** The model, where there is one. */
    Optionally<Reranker> model() {
        return model;
    }

    /**
     * One score for each of {@code texts}, in order.
     *
     * @throws IOException when there are none in time; the message says why in words
     */
    double[] score(Reranker asked, String query, List<String> texts) throws IOException {
        if (texts.isEmpty()) {
            return new double[0];
        }
        Late before = late;
        if (before != null && before.model().equals(asked) && System.nanoTime() - before.until() < 0) {
            throw new IOException(inVain());
        }
        double[] scores = inTime(asked, query, texts);
        if (scores.length != texts.size()) {
            throw new IOException("it gave %d scores for %d texts".formatted(scores.length, texts.size()));
        }
        return scores;
    }

    private double[] inTime(Reranker asked, String query, List<String> texts) throws IOException {
        Future<double[]> answer;
        try {
            answer = threads.submit(() -> asked.score(query, texts));
        } catch (RejectedExecutionException e) {
            throw new IOException("the reranker is busy with %d other searches".formatted(AT_ONCE), e);
        }
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            late = new Late(asked, System.nanoTime() + REST_NANOS);
            throw new IOException(inVain(), e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure
                    ? failure
                    : new IOException("the reranker failed unexpectedly: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("the search was interrupted", e);
        }
    }

    private String inVain() {
        return "the reranker did not answer within %s s (rerank-timeout-seconds)"
                .formatted(timeout.toMillis() / 1000.0);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
