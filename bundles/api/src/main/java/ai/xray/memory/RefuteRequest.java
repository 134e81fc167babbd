package ai.xray.memory;

import java.util.Optional;

/**
 * Says that a cell is wrong.
 *
 * @param reason 1–2,000 characters
 * @param evidence what shows it, at most 2,000 characters: words, an id or a URL
 * @param preview whether to tell what would be retired and change nothing
 */
public record RefuteRequest(
        String id, String reason, Optional<String> evidence, Optional<String> subject, boolean preview) {}
