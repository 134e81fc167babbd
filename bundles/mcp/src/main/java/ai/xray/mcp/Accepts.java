package ai.xray.mcp;

import java.util.Locale;

/**
 * What a client can read of the two media types of Streamable HTTP. Clients ought to list both; one that lists nothing, or
 * everything, is taken to read JSON, which is what such clients can do.
 */
record Accepts(boolean json, boolean events) {
    static final String JSON = "application/json";
    static final String EVENTS = "text/event-stream";

    private static final Accepts BOTH = new Accepts(true, true);

    /** What an {@code Accept} header (RFC 9110, section 12.5.1) says; {@code null} for a request without one. */
    static Accepts parse(String header) {
        if (header == null || header.isBlank()) {
            return new Accepts(true, false);
        }
        boolean json = false;
        boolean events = false;
        for (String range : header.toLowerCase(Locale.ROOT).split(",", -1)) {
            int semicolon = range.indexOf(';');
            String type = (semicolon < 0 ? range : range.substring(0, semicolon)).strip();
            if (semicolon >= 0 && refused(range.substring(semicolon + 1))) {
                continue;
            }
            switch (type) {
                case JSON, "application/*", "*/*" -> json = true;
                case EVENTS, "text/*" -> events = true;
                default -> {}
            }
        }
        return json && events ? BOTH : new Accepts(json, events);
    }

    boolean nothing() {
        return !json && !events;
    }

    private static boolean refused(String parameters) {
        for (String parameter : parameters.split(";", -1)) {
            String weight = parameter.strip();
            if (weight.startsWith("q=") && weight.substring(2).matches("0(\\.0{0,3})?")) {
                return true;
            }
        }
        return false;
    }
}
