package ai.xray.harness;

import java.util.Map;

/** A request was answered with an error of the protocol or of HTTP. */
public final class Rejected extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final long code;
    private final transient Map<String, Object> data;

    Rejected(int status, long code, String message, Map<String, Object> data) {
        super(message);
        this.status = status;
        this.code = code;
        this.data = data;
    }

    /** The status of the HTTP response. */
    public int status() {
        return status;
    }

    /** The code of the JSON-RPC error; 0 when the response held none. */
    public long code() {
        return code;
    }

    /** The data of the JSON-RPC error; empty when there was none. */
    public Map<String, Object> data() {
        return data;
    }
}
