package ai.xray.runtime.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/** Writes messages, one a line. Where nobody reads any more they are dropped. Thread-safe: lines do not mix. */
final class Output {
    private final ReentrantLock lock = new ReentrantLock();
    private final OutputStream out;

    Output(OutputStream out) {
        this.out = out;
    }

    /** Writes one message of JSON; line breaks in it, which are white space there, do not break the line. */
    void write(String message) {
        byte[] line = (message.replace('\n', ' ').replace('\r', ' ') + "\n").getBytes(StandardCharsets.UTF_8);
        lock.lock();
        try {
            out.write(line);
            out.flush();
        } catch (IOException e) {
            // the client is gone; that its input ends tells the rest
        } finally {
            lock.unlock();
        }
    }
}
