package ai.xray.runtime.server;

/** Something the server needs cannot be had; the message says what and what to do, in one sentence. Exit code 3. */
public class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(String message) {
        super(message);
    }

    public UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
