package ai.xray.auth.internal;

import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who did what at the doors, for whoever has to find out later: one line an event under the logger {@code ai.xray.audit}, as
 * {@code event=… name="value" …} in the order of names. Secrets and their digests are never in it.
 */
public final class AuditLog {
    private static final System.Logger LOG = System.getLogger("ai.xray.audit");
    private static final int LONGEST_VALUE = 200;

    private AuditLog() {}

    /** Logs an event with its details, at INFO. */
    public static void log(String event, Map<String, String> details) {
        LOG.log(Level.INFO, () -> line(event, details));
    }

    /** Logs an event that somebody should look at, at WARNING. */
    public static void alarm(String event, Map<String, String> details) {
        LOG.log(Level.WARNING, () -> line(event, details));
    }

    static String line(String event, Map<String, String> details) {
        StringBuilder line = new StringBuilder("event=").append(event);
        new TreeMap<>(details)
                .forEach((name, value) -> line.append(' ')
                        .append(name)
                        .append("=\"")
                        .append(quoted(value))
                        .append('"'));
        return line.toString();
    }

    /** What clients chose may hold quotes, line breaks and controls of terminals; none of them ends a value or a line. */
    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder();
        value.codePoints().limit(LONGEST_VALUE).forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c < ' ' || c == 0x7F || Character.getType(c) == Character.FORMAT || isBreak(c)) {
                quoted.append("\\u%04x".formatted(c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.toString();
    }

    private static boolean isBreak(int c) {
        return (c >= 0x80 && c < 0xA0) || c == 0x2028 || c == 0x2029;
    }
}
