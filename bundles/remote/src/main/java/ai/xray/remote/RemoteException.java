package ai.xray.remote;

import java.io.IOException;

/** The server answered, and not what was asked for. */
public final class RemoteException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    RemoteException(String message, int status) {
        super(message);
        this.status = status;
    }

    /** The HTTP status of the answer. */
    public int status() {
        return status;
    }
}
