package ai.xray.search.internal;

import ai.xray.search.Embedder;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
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
 * The vectors of queries, each within a bounded time. An embedder that failed is left alone for a moment, so that not every
 * search waits for it. Thread-safe.
 */
final class QueryVectors implements AutoCloseable {
    private static final int REMEMBERED = 2_000;
    private static final int AT_ONCE = 32;
    private static final long REST_NANOS = Duration.ofSeconds(5).toNanos();

    private final Cache<Key, float[]> known =
            Caffeine.newBuilder().maximumSize(REMEMBERED).build();
    private final Cache<String, Rest> resting =
            Caffeine.newBuilder().maximumSize(100).build();

    // Platform threads: a native call, or a long computation, would keep a carrier from all other virtual threads.
    private final ExecutorService threads = new ThreadPoolExecutor(
            0,
            AT_ONCE,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("xray-query-", 0).factory());
    private volatile Duration timeout;

    private record Key(String fingerprint, String query) {}

    private record Rest(String why, long until) {}

    QueryVectors(Duration timeout) {
        this.timeout = timeout;
    }

    /** Changes how long queries to come may take. */
    void timeout(Duration longest) {
        timeout = longest;
    }

    /**
     * The vector of {@code query}.
     *
     * @throws IOException when there is none in time; the message says why in words
     */
    float[] of(Embedder embedder, String query) throws IOException {
        String fingerprint = embedder.fingerprint();
        Key key = new Key(fingerprint, query);
        float[] vector = known.getIfPresent(key);
        if (vector != null) {
            return vector;
        }
        Rest rest = resting.getIfPresent(fingerprint);
        if (rest != null && System.nanoTime() - rest.until() < 0) {
            throw new IOException(rest.why());
        }
        vector = embedder.quick() ? embed(embedder, query) : inTime(embedder, query);
        known.put(key, vector);
        return vector;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private float[] inTime(Embedder embedder, String query) throws IOException {
        Future<float[]> answer;
        try {
            answer = threads.submit(() -> embed(embedder, query));
        } catch (RejectedExecutionException e) {
            throw new IOException("the embedder is busy with %d other queries".formatted(AT_ONCE), e);
        }
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            String why = "the embedder did not answer within %s s (embedding-timeout)"
                    .formatted(timeout.toMillis() / 1000.0);
            throw resting(embedder, new IOException(why, e));
        } catch (ExecutionException e) {
            throw resting(embedder, e.getCause() instanceof IOException failure ? failure : unexpected(e.getCause()));
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("the search was interrupted", e);
        }
    }

    private IOException resting(Embedder embedder, IOException failure) {
        resting.put(embedder.fingerprint(), new Rest(failure.getMessage(), System.nanoTime() + REST_NANOS));
        return failure;
    }

    private static float[] embed(Embedder embedder, String query) throws IOException {
        List<float[]> vectors;
        try {
            vectors = embedder.embed(List.of(query));
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
        if (vectors.size() != 1) {
            throw new IOException("the embedder gave %d vectors for one text".formatted(vectors.size()));
        }
        return vectors.getFirst();
    }

    private static IOException unexpected(Throwable failure) {
        return new IOException("the embedder failed unexpectedly: " + failure, failure);
    }
}
