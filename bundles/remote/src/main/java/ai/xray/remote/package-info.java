/**
 * Asking servers of others over HTTP, and what that takes to be relied on: a deadline for everything, retries that do not
 * press a server in trouble, bounded answers, and failures told in words that name the setting to look at.
 *
 * <p>Retries wait by exponential back-off with jitter (Brooker, "Exponential Backoff And Jitter", 2015) unless the server
 * says how long to wait ({@code Retry-After}, RFC 9110, section 10.2.3). Redirects are never followed, so that a credential
 * goes to no other host than the operator named. Failures quote nothing that a server wrote but its error codes: servers
 * repeat parts of a request in their messages, and a request holds what not every reader of a failure may see.
 */
@Export
@Version("1.0.0")
package ai.xray.remote;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
