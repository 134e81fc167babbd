package ai.xray.remote;

import ai.xray.remote.Answer.Failure;
import ai.xray.remote.Answer.Value;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * A server that is asked for JSON. Making one contacts nobody. Thread-safe; a call blocks its thread, is best made on a
 * virtual one, and ends when that is interrupted.
 */
public final class RemoteServer implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final Limits limits;
    private final Pace pace;
    private final Backoff backoff;
    private final Reading reading;
    private final Semaphore turns;

    private final ReentrantLock opening = new ReentrantLock();
    private HttpClient client;
    private boolean closed;

    public RemoteServer(Wording wording, Limits limits) {
        this(wording, limits, Pace.REAL, RandomGenerator.getDefault());
    }

    RemoteServer(Wording wording, Limits limits, Pace pace, RandomGenerator random) {
        this.limits = limits;
        this.pace = pace;
        this.backoff = new Backoff(limits.firstPause(), random);
        this.reading = new Reading(wording);
        this.turns = new Semaphore(limits.atOnce(), true);
    }

    /**
     * The JSON value that the server answers, as {@link ai.xray.json.Json} reads it. Tries again what may pass: statuses 408,
     * 429 and 5xx, and connections that fail.
     *
     * @throws RemoteException when the server answered something else
     * @throws InterruptedIOException when the thread was interrupted, which it then still is
     * @throws IOException when there was no answer within the limits; the message says why in words
     */
    public Object ask(RemoteCall call) throws IOException {
        long end = pace.nanos() + limits.deadline().toNanos();
        try {
            for (int tries = 1; ; tries++) {
                switch (answer(call, end)) {
                    case Value(Object json) -> {
                        return json;
                    }
                    case Failure failure -> pace.pause(pauseAfter(failure, tries, end));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException stopped = new InterruptedIOException("the request was interrupted");
            stopped.initCause(e);
            throw stopped;
        }
    }

    /** Refuses new calls; those under way may finish. */
    @Override
    public void close() {
        opening.lock();
        try {
            closed = true;
            if (client != null) {
                client.shutdown();
            }
        } finally {
            opening.unlock();
        }
    }

    private Duration pauseAfter(Failure failure, int tries, long end) throws IOException {
        if (!failure.again() || tries == limits.attempts()) {
            throw failure.why();
        }
        Duration pause = failure.asked().orElseGet(() -> backoff.after(tries));
        if (pause.compareTo(Duration.ofNanos(left(end))) >= 0) {
            throw failure.asked().isPresent() ? reading.asksForTooMuch(pause, failure.why()) : failure.why();
        }
        return pause;
    }

    private Answer answer(RemoteCall call, long end) throws IOException, InterruptedException {
        if (!turns.tryAcquire(left(end), TimeUnit.NANOSECONDS)) {
            throw reading.busy(limits.deadline());
        }
        try {
            return exchange(call, end);
        } finally {
            turns.release();
        }
    }

    /** The client's own timeout ends with the headers; waiting here covers the body too. */
    private Answer exchange(RemoteCall call, long end) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<BoundedBody.Body>> response =
                client().sendAsync(call.request(), _ -> new BoundedBody(limits.answerBytes()));
        try {
            return reading.of(response.get(left(end), TimeUnit.NANOSECONDS), pace.now());
        } catch (TimeoutException e) {
            return Failure.last(reading.late(limits.deadline(), e));
        } catch (ExecutionException e) {
            return reading.of(Optional.ofNullable(e.getCause()).orElse(e));
        } finally {
            response.cancel(true);
        }
    }

    private long left(long end) {
        return Math.max(0, end - pace.nanos());
    }

    /**
     * HTTP/1.1 alone: the upgrade that the client would offer in clear text confuses servers that embed. Made at the first
     * call, for it starts a thread.
     */
    private HttpClient client() throws IOException {
        opening.lock();
        try {
            if (closed) {
                throw reading.closed();
            }
            if (client == null) {
                client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(CONNECT_TIMEOUT)
                        .executor(task -> Thread.ofVirtual().name("xray-remote").start(task))
                        .build();
            }
            return client;
        } finally {
            opening.unlock();
        }
    }
}
