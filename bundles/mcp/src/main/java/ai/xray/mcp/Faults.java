package ai.xray.mcp;

import java.lang.System.Logger.Level;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** Tells the log of what failed, and the client no more than a number to ask for. */
final class Faults {
    private static final System.Logger LOG = System.getLogger(Faults.class.getName());

    private Faults() {}

    /**
     * Logs without the exception's message, which may quote what a caller stored; the whole of it is logged at DEBUG.
     *
     * @param what the tool, prompt or resource that failed
     * @return the number of the request
     */
    static String logged(String what, Throwable failure) {
        String request = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        StackTraceElement[] stack = failure.getStackTrace();
        LOG.log(
                Level.WARNING,
                "{0} failed in request {1}: {2} at {3}",
                what,
                request,
                failure.getClass().getName(),
                stack.length == 0 ? "an unknown place" : stack[0]);
        LOG.log(Level.DEBUG, () -> "Request " + request, failure);
        return request;
    }

    /** Something that {@code what} needs failed. */
    static String unreachable(String what, Throwable failure) {
        return "Something that %s needs cannot be reached; the same call may succeed later (request %s)."
                .formatted(what, logged(what, failure));
    }

    /** {@code what} itself failed. */
    static String broken(String what, Throwable failure) {
        return "%s failed by a fault of its own, not of the arguments (request %s)."
                .formatted(what, logged(what, failure));
    }
}
