/** Prompts: texts to begin with that a person picks by name. */
@Export
@Version("1.0.0")
package ai.xray.prompt;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
