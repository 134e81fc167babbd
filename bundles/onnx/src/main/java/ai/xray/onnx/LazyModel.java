package ai.xray.onnx;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A model that is loaded at first use and given back after the calls in flight. Loading and calls run on threads of its own,
 * since a native call would hold the carrier of a virtual thread; callers wait for them and may be interrupted. Thread-safe.
 *
 * @param <M> what is loaded
 */
public final class LazyModel<M> implements AutoCloseable {
    /** So that a short call does not wait until a long row of others has ended. */
    private static final int CALLS_AT_ONCE = 2;

    private final String owner;
    private final Loader<M> loader;
    private final Consumer<M> release;
    private final ExecutorService workers;
    private final ReentrantLock loading = new ReentrantLock();
    private volatile Optional<M> loaded = Optional.empty();

    /** Loads a model, which may take a second. */
    public interface Loader<M> {
        /** @throws IOException when it cannot be loaded, with a sentence that says why; the next call tries again */
        M load() throws IOException;
    }

    /**
     * @param owner what errors call the one whose model it is, such as {@code the embedder}
     * @param release gives a loaded model back
     */
    public LazyModel(String owner, Loader<M> loader, Consumer<M> release) {
        this.owner = owner;
        this.loader = loader;
        this.release = release;
        this.workers = Executors.newFixedThreadPool(
                CALLS_AT_ONCE,
                Thread.ofPlatform()
                        .name("xray-" + owner.replace(' ', '-') + "-", 0)
                        .daemon()
                        .factory());
    }

    /**
     * The model, loaded if it is not yet.
     *
     * @throws IOException when it cannot be loaded, or as {@link #call} does
     */
    public M get() throws IOException {
        return loaded.isPresent() ? loaded.get() : call(this::load);
    }

    /**
     * Runs a task that uses the model.
     *
     * @throws IOException that the task throws, {@link InterruptedIOException} when the caller is interrupted, whose task may
     *     go on for a while, and when this has been closed
     */
    public <T> T call(Callable<T> task) throws IOException {
        Future<T> answer;
        try {
            answer = workers.submit(task);
        } catch (RejectedExecutionException e) {
            throw new IOException(owner + " has been closed", e);
        }
        try {
            return answer.get();
        } catch (InterruptedException e) {
            answer.cancel(false);
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while waiting for " + owner);
            interrupted.initCause(e);
            throw interrupted;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw new IOException(failure.getMessage(), failure);
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private M load() throws IOException {
        loading.lock();
        try {
            if (loaded.isEmpty()) {
                loaded = Optional.of(loader.load());
            }
            return loaded.get();
        } finally {
            loading.unlock();
        }
    }

    /** Refuses new calls, waits for those that run, and gives the model back. */
    @Override
    public void close() {
        workers.close();
        loaded.ifPresent(release);
        loaded = Optional.empty();
    }
}
