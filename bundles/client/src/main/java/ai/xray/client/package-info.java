/**
 * Memory of a server elsewhere, for Java programs: {@link ai.xray.memory.AgentMemory} over MCP, in its stateless revision
 * 2026-07-28. Needs {@code ai.xray.api} and {@code ai.xray.json} beside it and no framework.
 *
 * <pre>{@code
 * try (XRayClient xray = XRayClient.connect(URI.create("http://127.0.0.1:8080")).bearer(token)) {
 *     SearchReply found = xray.memory().search(SearchRequest.of("when do we deploy"));
 * }
 * }</pre>
 */
@Export
@Version("1.0.0")
package ai.xray.client;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
