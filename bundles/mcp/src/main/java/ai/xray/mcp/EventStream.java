package ai.xray.mcp;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Server-sent events on one HTTP response. Nothing is sent before the first event, so that an answer nobody had anything to
 * say about in the meantime can still go out as plain JSON. Thread-safe: a tool may report progress from many threads, and a
 * slow reader holds them back rather than filling memory.
 */
final class EventStream {
    private final HttpServletResponse response;
    private final boolean wanted;
    private final ReentrantLock lock = new ReentrantLock();
    private OutputStream out;
    private boolean ended;
    private volatile boolean broken;

    /** @param wanted whether the client reads event streams; if not, events are dropped */
    EventStream(HttpServletResponse response, boolean wanted) {
        this.response = response;
        this.wanted = wanted;
    }

    /** Whether events reach the client. */
    boolean wanted() {
        return wanted;
    }

    /** Whether the client went away: an event could not be written. */
    boolean broken() {
        return broken;
    }

    /** Sends one message, starting the stream if it is the first. Does nothing after the end. */
    void send(String message) {
        emit("data: " + message + "\n\n");
    }

    /** Sends one message with an id that a client can come back with. */
    void send(String id, String message) {
        emit("id: " + id + "\ndata: " + message + "\n\n");
    }

    /** Sends something that clients ignore, so that nobody between takes the connection for dead. */
    void comment() {
        emit(": \n\n");
    }

    /**
     * Ends the stream with {@code message} if it was started or {@code start} says to; else nothing is sent, then or later.
     *
     * @return whether the message went out as an event
     */
    boolean finish(String message, boolean start) {
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
