package ai.xray.mcp;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Server-sent events on one HTTP response. Nothing is sent before the first event, so that an answer nobody had anything to
 * say about in the meantime can still go out as plain JSON. Thread-safe: a tool may report progress from many threads, and a
 * slow reader holds them back rather than filling memory.
 */
final class EventStream implements Outlet {
    /** How long a client may have been gone before work for it is seen to be in vain. */
    private static final Duration PROBE_AFTER = Duration.ofSeconds(2);

    private final HttpServletResponse response;
    private final boolean wanted;
    private final ReentrantLock lock = new ReentrantLock();
    private OutputStream out;
    private boolean ended;
    private volatile long written = System.nanoTime();
    private volatile boolean broken;

    /** @param wanted whether the client reads event streams; if not, events are dropped */
    EventStream(HttpServletResponse response, boolean wanted) {
        this.response = response;
        this.wanted = wanted;
    }

    /** {@inheritDoc} That is, whether it reads event streams. */
    @Override
    public boolean wanted() {
        return wanted;
    }

    /** {@inheritDoc} That is, an event could not be written. */
    @Override
    public boolean broken() {
        return broken;
    }

    /** {@inheritDoc} The first starts the stream. */
    @Override
    public void send(String message) {
        emit("data: " + message + "\n\n");
    }

    /** Sends one message with an id that a client can come back with. */
    void send(String id, String message) {
        emit("id: " + id + "\ndata: " + message + "\n\n");
    }

    /** Sends a message of another type than the usual. */
    void sendTyped(String type, String data) {
        emit("event: " + type + "\ndata: " + data + "\n\n");
    }

    @Override
    public void probe() {
        if (System.nanoTime() - written > PROBE_AFTER.toNanos()) {
            comment();
        }
    }

    /** Ends the stream, silently. */
    void end() {
        lock.lock();
        try {
            ended = true;
        } finally {
            lock.unlock();
        }
    }

    /** Sends something that clients ignore, so that nobody between takes the connection for dead. */
    void comment() {
        emit(": \n\n");
    }

    @Override
    public boolean finish(String message, boolean start) {
        lock.lock();
        try {
            boolean open = start || out != null;
            if (open) {
                send(message);
            }
            ended = true;
            return open;
        } finally {
            lock.unlock();
        }
    }

    private void emit(String event) {
        lock.lock();
        try {
            if (!wanted || ended || broken) {
                return;
            }
            if (out == null) {
                start();
            }
            out.write(event.getBytes(StandardCharsets.UTF_8));
            out.flush();
            written = System.nanoTime();
        } catch (IOException e) {
            broken = true;
        } finally {
            lock.unlock();
        }
    }

    private void start() throws IOException {
        response.setStatus(HttpServletResponse.SC_OK);
        response.setContentType(Accepts.EVENTS);
        response.setHeader("Cache-Control", "no-store, no-transform");
        response.setHeader("X-Accel-Buffering", "no");
        out = response.getOutputStream();
    }
}
