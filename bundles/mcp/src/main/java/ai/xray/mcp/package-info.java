/**
 * The Model Context Protocol at {@code /mcp}: Streamable HTTP in its session era (2025-03-26 to 2025-11-25) and its
 * stateless era (2026-07-28) at one address; and at {@code /sse} the transport before it.
 *
 * <p>A request goes {@link ai.xray.mcp.McpServlet} (admission) → {@link ai.xray.mcp.Endpoint} or
 * {@link ai.xray.mcp.LegacySse} (the transport) → {@link ai.xray.mcp.SessionEra} or {@link ai.xray.mcp.StatelessEra} (what
 * the revisions differ in) → a {@link ai.xray.mcp.Method} of a {@link ai.xray.mcp.Feature} (what they share). What goes to a
 * client before the answer goes through an {@link ai.xray.mcp.Outlet}; what is asked of it, through an
 * {@link ai.xray.mcp.Asker}; what is told outside any request, through a {@link ai.xray.mcp.Subscription}.
 */
package ai.xray.mcp;
