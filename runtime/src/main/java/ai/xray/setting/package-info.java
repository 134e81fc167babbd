/** Settings: what they are and how an admin changes them while the server runs. Exported to bundles by the framework itself. */
@Export
@Version("1.0.0")
package ai.xray.setting;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
