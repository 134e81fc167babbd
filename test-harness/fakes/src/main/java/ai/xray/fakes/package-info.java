/**
 * Stand-ins for the servers of others, over real sockets on loopback. They speak the real shapes, refuse whatever the real
 * ones would and more, remember what they refused, and misbehave on request.
 */
@Export
@Version("1.0.0")
package ai.xray.fakes;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
