package ai.xray.memory;

/** Whether a cell still holds. */
public enum Status implements Named {
    ACTIVE,
    STALE,
    SUPERSEDED
}
