package ai.xray.memory;

/** Who may see a cell: everyone, or only callers that present its exact subject. */
public enum Scope implements Named {
    PUBLIC,
    PRIVATE
}
