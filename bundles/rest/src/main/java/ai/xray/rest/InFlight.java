package ai.xray.rest;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The requests being served, and the way to wait until they are done. Thread-safe.
 *
 * <p>A servlet that sets the attribute {@value #STREAM} of its request to an {@link AutoCloseable} says that the reply is a
 * stream, which ends when its client goes: a drain closes it and does not wait for it.
 */
final class InFlight {
    /** The request attribute by which a request says that it is a stream. */
    static final String STREAM = "ai.xray.stream";

    private static final System.Logger LOG = System.getLogger(InFlight.class.getName());

    private final Set<Visit> counted = ConcurrentHashMap.newKeySet();
    private final Map<Visit, AutoCloseable> streams = new ConcurrentHashMap<>();
    private final Semaphore departures = new Semaphore(0);
    private volatile boolean draining;

    /** Counts a request in, or returns empty when a drain has begun. */
    Optional<Visit> enter(HttpServletRequest request) {
        Visit visit = new Visit(request);
        counted.add(visit);
        // Only after the visit can be seen: a drain that begins in between either waits for it or is noticed here.
        if (draining) {
            visit.leave();
            return Optional.empty();
        }
        return Optional.of(visit);
    }

    /**
     * Lets nobody in any more, closes the streams and waits for the other requests, {@code longest} at most.
     *
     * @return how many were still being served when it stopped waiting
     */
    int drain(Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        draining = true;
        streams.keySet().forEach(this::closeStream);
        while (!counted.isEmpty()) {
            if (!departures.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                break;
            }
        }
        return counted.size();
    }

    private void closeStream(Visit visit) {
        AutoCloseable stream = streams.remove(visit);
        if (stream == null) {
            return; // it ended by itself, or another thread closes it
        }
        try {
            stream.close();
        } catch (Exception e) { // whatever it is, the other streams are to be closed and the drain goes on
            LOG.log(Level.WARNING, "A stream could not be closed.", e);
        }
    }

    /** One request's presence. */
    final class Visit {
        private final HttpServletRequest request;

        private Visit(HttpServletRequest request) {
            this.request = new HttpServletRequestWrapper(request) {
                @Override
                public void setAttribute(String name, Object value) {
                    super.setAttribute(name, value);
                    if (name.equals(STREAM) && value instanceof AutoCloseable stream) {
                        becomeStream(stream);
                    }
                }
            };
        }

        /** The request to go on with. */
        HttpServletRequest request() {
            return request;
        }

        /** Counts the request out, now or, if it goes on asynchronously, when it completes. */
        void leaveWhenDone() {
            if (!request.isAsyncStarted()) {
                leave();
                return;
            }
            try {
                request.getAsyncContext().addListener(new Leaving(this));
            } catch (IllegalStateException e) {
                leave(); // it completed in between
            }
        }

        private void becomeStream(AutoCloseable stream) {
            streams.put(this, stream);
            uncount();
            if (draining) {
                closeStream(this);
            }
        }

        private void leave() {
            streams.remove(this);
            uncount();
        }

        private void uncount() {
            if (counted.remove(this) && draining) {
                departures.release();
            }
        }
    }

    private record Leaving(Visit visit) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            visit.leave();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            // onComplete follows
        }

        @Override
        public void onError(AsyncEvent event) {
            // onComplete follows
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // a new cycle forgets its listeners
            event.getAsyncContext().addListener(this);
        }
    }
}
