/**
 * Memory in the same JVM: the classes that a server runs, put together without a framework, on a data directory that a server
 * can take over later.
 *
 * <pre>{@code
 * try (XRay xray = XRay.embedded(Path.of("memory"))) {
 *     xray.memory().upsert(CellDraft.draft(Kind.NOTE, "Deploy day", "The release train leaves every Tuesday.").build());
 * }
 * }</pre>
 */
@Export
@Version("1.0.0")
package ai.xray.embedded;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
