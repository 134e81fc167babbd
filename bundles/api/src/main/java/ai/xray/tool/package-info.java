/** Tools: what a bundle registers to be callable over MCP, voice, the command line and REST. */
@Export
@Version("1.0.0")
package ai.xray.tool;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
