/** Features: what can be enabled and disabled while the server runs. Exported to bundles by the framework itself. */
@Export
@Version("1.0.0")
package ai.xray.feature;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
