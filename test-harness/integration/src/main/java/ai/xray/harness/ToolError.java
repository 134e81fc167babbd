package ai.xray.harness;

import java.util.Map;

/** A tool answered that it could not do what it was asked; the message is what a model reads. */
public final class ToolError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Map<String, Object> structured;

    ToolError(String message, Map<String, Object> structured) {
        super(message);
        this.structured = structured;
    }

    /** Code, message and, where they apply, field, allowed values and the closest one. */
    public Map<String, Object> structured() {
        return structured;
    }
}
