package ai.xray.mcp;

import java.util.List;

/** The revisions spoken here, and the names both sides of the wire agree on. */
final class Protocol {
    /** The revision without sessions. */
    static final String STATELESS = "2026-07-28";

    /** The newest revision with sessions: what {@code initialize} offers to a client that asks for one we do not speak. */
    static final String NEWEST_SESSION = "2025-11-25";

    /** The only revision that allows JSON-RPC batches, and what a session client means by sending no version header. */
    static final String BATCHES = "2025-03-26";

    /** Newest first. */
    static final List<String> SESSION_VERSIONS = List.of(NEWEST_SESSION, "2025-06-18", BATCHES);

    /** What is spoken at {@code /sse}, the preferred one first; nobody else knows the transport's own revision. */
    static final List<String> SSE_VERSIONS = List.of("2024-11-05", BATCHES, "2025-06-18", NEWEST_SESSION);

    /** Every revision of {@code /mcp}, newest first. */
    static final List<String> VERSIONS = List.of(STATELESS, NEWEST_SESSION, "2025-06-18", BATCHES);

    static final String VERSION_HEADER = "MCP-Protocol-Version";
    static final String SESSION_HEADER = "Mcp-Session-Id";
    static final String METHOD_HEADER = "Mcp-Method";
    static final String NAME_HEADER = "Mcp-Name";
    static final String PARAM_HEADER_PREFIX = "Mcp-Param-";

    private static final String META = "io.modelcontextprotocol/";
    static final String META_VERSION = META + "protocolVersion";
    static final String META_CAPABILITIES = META + "clientCapabilities";
    static final String META_LOG_LEVEL = META + "logLevel";
    static final String META_SERVER_INFO = META + "serverInfo";
    static final String META_SUBSCRIPTION = META + "subscriptionId";

    private Protocol() {}
}
