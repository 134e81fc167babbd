/** What happened to memory: changes and hits, published in process. */
@Export
@Version("1.0.0")
package ai.xray.event;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
