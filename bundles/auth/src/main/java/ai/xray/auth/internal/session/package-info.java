/**
 * People in browsers. {@link ai.xray.auth.internal.session.SignInServlet} sends them to a provider and back,
 * {@link ai.xray.auth.internal.session.GuestList} says whom the operator lets in,
 * {@link ai.xray.auth.internal.session.BrowserSessions} remembers them, and
 * {@link ai.xray.auth.internal.session.SessionCheck} knows them again.
 */
package ai.xray.auth.internal.session;
