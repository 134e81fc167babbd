package ai.xray.harness;

/** The two ways of speaking MCP over HTTP, each in its newest revision. */
public enum Era {
    /** {@code initialize}, then every request within a session. */
    SESSION("2025-11-25"),
    /** Every request stands alone and says who asks. */
    STATELESS("2026-07-28");

    private final String revision;

    Era(String revision) {
        this.revision = revision;
    }

    /** The revision as it stands on the wire. */
    public String revision() {
        return revision;
    }
}
