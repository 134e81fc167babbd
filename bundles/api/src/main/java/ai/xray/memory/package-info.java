/** Authored memory: the cell, what agents may do with cells, and the contract of a store that keeps them. */
@Export
@Version("1.0.0")
package ai.xray.memory;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
