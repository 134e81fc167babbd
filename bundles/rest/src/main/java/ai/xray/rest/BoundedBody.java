package ai.xray.rest;

import ai.xray.memory.Refusal;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;

/**
 * A body that refuses to go on beyond a limit, which is the only bound on a body whose length was not declared, or when the
 * client stops sending it as it should.
 */
final class BoundedBody extends ServletInputStream {
    private final ServletInputStream body;
    private final long limit;
    private long count;

    BoundedBody(ServletInputStream body, long limit) {
        this.body = body;
        this.limit = limit;
    }

    @Override
    public int read() {
        int read = received(body::read);
        if (read >= 0) {
            add(1);
        }
        return read;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
        int read = received(() -> body.read(buffer, offset, length));
        if (read > 0) {
            add(read);
        }
        return read;
    }

    @Override
    public int available() throws IOException {
        return body.available();
    }

    @Override
    public boolean isFinished() {
        return body.isFinished();
    }

    @Override
    public boolean isReady() {
        return body.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
        body.setReadListener(listener);
    }

    @Override
    public void close() throws IOException {
        body.close();
    }

    private static int received(Reading reading) {
        try {
            return reading.read();
        } catch (IOException | RuntimeException e) {
            Refusal refusal = Refusal.invalid(
                    "body", "body: was not sent to its end; its length or its chunks must be what its headers say.");
            refusal.initCause(e);
            throw refusal;
        }
    }

    private interface Reading {
        int read() throws IOException;
    }

    private void add(int bytes) {
        count += bytes;
        if (count > limit) {
            throw Refusal.tooLarge(
                    "body", "body: has more than the %d bytes that are allowed (max-request-bytes).".formatted(limit));
        }
    }
}
