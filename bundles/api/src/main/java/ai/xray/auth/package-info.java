/** Who is calling, and what that caller may do. */
@Export
@Version("1.0.0")
package ai.xray.auth;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
