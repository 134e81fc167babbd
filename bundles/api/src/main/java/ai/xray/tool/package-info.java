/** Tools: what a bundle registers to be callable over MCP, voice, the command line and REST; and what a call can do meanwhile. */
@Export
@Version("1.1.0")
package ai.xray.tool;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
