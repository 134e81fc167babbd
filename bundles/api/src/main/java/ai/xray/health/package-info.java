/** Readiness, told by the parts that know it. */
@Export
@Version("1.0.0")
package ai.xray.health;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
