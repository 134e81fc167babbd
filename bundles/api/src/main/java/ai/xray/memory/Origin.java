package ai.xray.memory;

/** Who stands behind a cell. Set by the server from the credential of the write, never by the caller. */
public enum Origin implements Named {
    HUMAN,
    DERIVED,
    OBSERVED,
    VERIFIED
}
