package ai.xray.memory;

import java.time.Instant;
import java.util.Optional;

/**
 * Asks for what changed last.
 *
 * @param limit 1–100; a larger number counts as 100
 * @param since only cells that changed then or later
 */
public record RecentRequest(int limit, Optional<Instant> since, Optional<String> subject) {}
