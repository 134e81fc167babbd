/** Resources: what a client can read by its address. */
@Export
@Version("1.0.0")
package ai.xray.resource;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
