package ai.xray.memory;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a writer gives of a cell. An absent field keeps the stored value on an update and takes its default on a creation;
 * a creation needs {@code kind}, {@code title} and {@code content}.
 */
public record CellDraft(
        Optional<String> id,
        Optional<Kind> kind,
        Optional<Scope> scope,
        Optional<String> subject,
        Optional<String> title,
        Optional<String> content,
        Optional<Confidence> confidence,
        Optional<List<String>> tags,
        Optional<List<String>> links,
        Optional<List<String>> evidenceRefs,
        Optional<String> source,
        Optional<Instant> staleAfter,
        Optional<Map<String, Object>> data) {}
