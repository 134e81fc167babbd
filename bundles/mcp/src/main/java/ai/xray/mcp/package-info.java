/**
 * The Model Context Protocol at {@code /mcp}: Streamable HTTP in its session era (2025-03-26 to 2025-11-25) and its
 * stateless era (2026-07-28) at one address.
 *
 * <p>A request goes {@link ai.xray.mcp.McpServlet} (admission, sizes, media types) → {@link ai.xray.mcp.SessionEra} or
 * {@link ai.xray.mcp.StatelessEra} (what the revisions differ in) → a {@link ai.xray.mcp.Method} of a
 * {@link ai.xray.mcp.Feature} (what they share). Whatever the protocol offers besides tools is one more {@code Feature}.
 */
package ai.xray.mcp;
