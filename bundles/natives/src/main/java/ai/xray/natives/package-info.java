/** Native libraries that come in jars: unpacked once by content, loaded once per process, refused in words. */
@Export
@Version("1.0.0")
package ai.xray.natives;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
