/** Small records of the server's own, beside memory: who may come in, what was granted, what is under way. */
@Export
@Version("1.0.0")
package ai.xray.record;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
