/** JSON text to plain Java values and back: strict in what it reads, exact in what it writes. */
@Export
@Version("1.0.0")
package ai.xray.json;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
