package ai.xray.harness;

import java.util.ArrayList;
import java.util.List;

/** Reads a complete body of {@code text/event-stream} as the HTML standard defines it, refusing what it would ignore. */
final class EventStream {
    private EventStream() {}

    /** The data of every {@code message} event that has any, in order. */
    static List<String> messages(String body) {
        ProtocolViolation.unless(
                body.isEmpty() || body.endsWith("\n\n") || body.endsWith("\r\n\r\n"),
                "an event stream ends with an empty line",
                body);
        List<String> messages = new ArrayList<>();
        List<String> data = new ArrayList<>();
        for (String line : body.split("\r\n|\n|\r", -1)) {
            if (line.isEmpty()) {
                String message = String.join("\n", data);
                if (!message.isEmpty()) {
                    messages.add(message);
                }
                data.clear();
            } else {
                field(line, data);
            }
        }
        return messages;
    }

    private static void field(String line, List<String> data) {
        int colon = line.indexOf(':');
        String name = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1);
        String text = value.startsWith(" ") ? value.substring(1) : value;
        switch (name) {
            case "" -> {} // a comment keeps the connection alive
            case "data" -> data.add(text);
            case "event" -> ProtocolViolation.unless(text.equals("message"), "an event is of the type message", text);
            case "id" -> ProtocolViolation.unless(text.indexOf('\0') < 0, "an event id has no NUL", text);
            case "retry" -> ProtocolViolation.unless(text.matches("\\d+"), "retry is a number", text);
            default -> throw new ProtocolViolation("an event holds the unknown field '" + name + "'");
        }
    }
}
