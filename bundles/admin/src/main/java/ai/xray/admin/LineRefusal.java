package ai.xray.admin;

import ai.xray.memory.Refusal;

/** A refusal for what stands in one line of a body. */
final class LineRefusal extends Refusal {
    private static final long serialVersionUID = 1L;

    private LineRefusal(String field, String sentence, Refusal reason) {
        super(reason.code(), sentence, field, reason.allowed(), reason.closest().orElse(null));
        initCause(reason);
    }

    /**
     * Of the field that {@code reason} names.
     *
     * @param line counted from 1
     * @param path what stands before the field's name in {@code reason} and is left out
     */
    static LineRefusal of(int line, String path, Refusal reason) {
        String place = "line %d, ".formatted(line);
        return new LineRefusal(
                place + without(path, reason.field().orElse("cell")),
                place + without(path, reason.getMessage()),
                reason);
    }

    private static String without(String path, String text) {
        return text.startsWith(path) ? text.substring(path.length()) : text;
    }
}
