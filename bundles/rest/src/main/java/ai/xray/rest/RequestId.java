package ai.xray.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** The name of a request in logs and in its reply. It is no secret and need not be hard to guess. */
final class RequestId {
    /** The header of a request that brings its id, and of every reply. */
    static final String HEADER = "X-Request-Id";

    /** The request attribute with the id, a {@code String}. */
    static final String ATTRIBUTE = "ai.xray.request-id";

    private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z0-9-]{1,64}");

    private RequestId() {}

    /** The id that the request brings if it cannot harm a log or a header, else a new one of 16 hexadecimal digits. */
    static String of(HttpServletRequest request) {
        String brought = request.getHeader(HEADER);
        return brought != null && ACCEPTED.matcher(brought).matches()
                ? brought
                : HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }
}
