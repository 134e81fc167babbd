package ai.xray.runtime.client;

/** What was asked for is refused; the message is the reason, in one sentence. Exit code 1. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RefusedException(String message) {
        super(message);
    }
}
