package ai.xray.tool;

import java.util.Map;
import java.util.Optional;

/**
 * A tool as clients see it.
 *
 * @param name 1–64 of {@code A–Z a–z 0–9 _ - .}, unique among the registered tools
 * @param title for people
 * @param description for models: what, when, when not, one example
 * @param inputSchema JSON Schema 2020-12 of an object, as plain Java values
 * @param outputSchema JSON Schema 2020-12 of {@link ToolReply#structured()}
 * @param scope what a caller must have been granted, for example {@code xray:memory.read}; empty for none
 */
public record ToolSpec(
        String name,
        String title,
        String description,
        Map<String, Object> inputSchema,
        Optional<Map<String, Object>> outputSchema,
        Optional<String> scope,
        Effect effect) {
    /** What a call does to the world, in the terms of MCP's annotations. */
    public enum Effect {
        /** Changes nothing. */
        READ(true, false, true),
        /** Adds or replaces; the same call twice changes nothing more. */
        WRITE(false, false, true),
        /** Removes or retires; the same call twice changes nothing more. */
        DESTROY(false, true, true),
        /** May do anything, and something else the second time. */
        ACT(false, true, false);

        private final boolean readOnly;
        private final boolean destructive;
        private final boolean idempotent;

        Effect(boolean readOnly, boolean destructive, boolean idempotent) {
            this.readOnly = readOnly;
            this.destructive = destructive;
            this.idempotent = idempotent;
        }

        public boolean readOnly() {
            return readOnly;
        }

        public boolean destructive() {
            return destructive;
        }

        public boolean idempotent() {
            return idempotent;
        }
    }
}
