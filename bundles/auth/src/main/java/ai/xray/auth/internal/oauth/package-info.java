/**
 * An authorization server for MCP clients (OAuth 2.1), whose one resource is this server's {@code /mcp}.
 *
 * <ul>
 *   <li>{@link ai.xray.auth.internal.oauth.MetadataServlet} tells clients where everything is;
 *   <li>{@link ai.xray.auth.internal.oauth.Clients} knows who they are: by registration, or by a document at the URL that is
 *       their name, fetched by {@link ai.xray.auth.internal.oauth.DocumentFetcher};
 *   <li>{@link ai.xray.auth.internal.oauth.AuthorizeServlet} asks the person, each time;
 *   <li>{@link ai.xray.auth.internal.oauth.Grants} keeps what was agreed to: a code, then tokens that follow each other;
 *   <li>{@link ai.xray.auth.internal.oauth.AccessTokenCheck} lets who has one in.
 * </ul>
 */
package ai.xray.auth.internal.oauth;
