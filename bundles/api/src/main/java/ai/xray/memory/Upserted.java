package ai.xray.memory;

/** What became of a draft. */
public record Upserted(Outcome outcome, MemoryCell cell) {
    /** How the store changed. */
    public enum Outcome implements Named {
        CREATED,
        UPDATED,
        /** The draft restated {@link Upserted#cell()} and was folded into it. */
        MERGED,
        UNCHANGED
    }
}
