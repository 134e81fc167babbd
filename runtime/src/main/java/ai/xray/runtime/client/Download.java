package ai.xray.runtime.client;

import ai.xray.runtime.server.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A reply that is read as it comes. A part is never taken for the whole: a server that breaks off makes copying fail. */
public final class Download implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;

    /** Is told what is copied. */
    @FunctionalInterface
    public interface Observer {
        /** The first {@code length} bytes of {@code buffer} were copied. */
        void copied(byte[] buffer, int length);
    }

    private final RestClient client;
    private final InputStream body;

    Download(RestClient client, InputStream body) {
        this.client = client;
        this.body = body;
    }

    /**
     * Copies all of it.
     *
     * @throws UnavailableException when the server breaks off
     * @throws IOException when {@code out} cannot be written
     */
    public void copyTo(OutputStream out, Observer observer) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = read(buffer); read >= 0; read = read(buffer)) {
            out.write(buffer, 0, read);
            observer.copied(buffer, read);
        }
    }

    @Override
    public void close() throws IOException {
        body.close();
    }

    private int read(byte[] buffer) {
        try {
            return body.read(buffer);
        } catch (IOException e) {
            throw client.brokenOff(e);
        }
    }
}
