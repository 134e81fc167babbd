package ai.xray.runtime.server;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Sends every log line, ours and the libraries', to standard error in one form. */
public final class Logs {
    private Logs() {}

    /**
     * Keeps its handlers while the process ends: the JDK's own resets them in a shutdown hook, which runs beside ours and
     * would swallow whatever is said while the server stops.
     */
    public static final class LastingLogManager extends LogManager {
        @Override
        public void reset() {
            // the handlers write to standard error at once and need no closing
        }
    }

    /** Makes logging last until the process is gone; to be called before anything logs. */
    public static void lastUntilTheEnd() {
        System.setProperty("java.util.logging.manager", LastingLogManager.class.getName());
    }

    /** Sets level and form for the whole process. */
    static void configure(String level, String format) {
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        Handler handler = new ConsoleHandler();
        handler.setLevel(Level.ALL);
        handler.setFormatter(format.equals("json") ? new JsonLine() : new TextLine());
        root.addHandler(handler);
        level(level);
    }

    /** Sets the level alone. */
    static void level(String level) {
        Logger.getLogger("")
                .setLevel(
                        switch (level) {
                            case "error" -> Level.SEVERE;
                            case "warning" -> Level.WARNING;
                            case "info" -> Level.INFO;
                            default -> Level.FINE;
                        });
    }

    private static String trace(LogRecord record) {
        if (record.getThrown() == null) {
            return "";
        }
        StringWriter trace = new StringWriter();
        record.getThrown().printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }

    /** {@code 2026-11-30T12:00:00.123Z WARNING ai.xray.x: message} */
    private static final class TextLine extends Formatter {
        @Override
        public String format(LogRecord record) {
            String trace = trace(record);
            return "%s %s %s: %s%n%s"
                    .formatted(
                            record.getInstant(),
                            record.getLevel(),
                            record.getLoggerName(),
                            formatMessage(record),
                            trace);
        }
    }

    /** One JSON object a line. */
    private static final class JsonLine extends Formatter {
        @Override
        public String format(LogRecord record) {
            StringBuilder line = new StringBuilder("{");
            Instant time = record.getInstant();
            field(line, "time", time.toString());
            field(line.append(','), "level", record.getLevel().getName());
            field(line.append(','), "logger", String.valueOf(record.getLoggerName()));
            field(line.append(','), "message", formatMessage(record));
            String trace = trace(record);
            if (!trace.isEmpty()) {
                field(line.append(','), "exception", trace);
            }
            return line.append("}\n").toString();
        }

        private static void field(StringBuilder line, String name, String value) {
            line.append('"').append(name).append("\":\"");
            value.chars().forEach(c -> {
                switch (c) {
                    case '"' -> line.append("\\\"");
                    case '\\' -> line.append("\\\\");
                    case '\n' -> line.append("\\n");
                    default -> {
                        if (c < ' ') {
                            line.append("\\u%04x".formatted(c));
                        } else {
                            line.append((char) c);
                        }
                    }
                }
            });
            line.append('"');
        }
    }
}
