package ai.xray.runtime.cli;

/** The server refused; the message is its reason. Exit code 1. */
final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message);
    }
}
