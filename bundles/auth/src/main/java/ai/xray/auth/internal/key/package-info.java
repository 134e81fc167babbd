/**
 * Keys for programs: {@link ai.xray.auth.internal.key.KeyRing} makes, finds and revokes them,
 * {@link ai.xray.auth.internal.key.KeyCheck} lets their holders in, {@link ai.xray.auth.internal.key.KeysServlet} is for
 * administrators.
 */
package ai.xray.auth.internal.key;
