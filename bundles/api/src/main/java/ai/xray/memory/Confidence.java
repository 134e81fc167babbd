package ai.xray.memory;

/** How sure the writer is. */
public enum Confidence implements Named {
    LOW,
    MEDIUM,
    HIGH
}
