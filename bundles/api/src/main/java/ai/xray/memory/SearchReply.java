package ai.xray.memory;

import java.util.List;
import java.util.Optional;

/**
 * What a search found, best first.
 *
 * @param mode how it was ranked: {@code lexical}, {@code semantic}, {@code hybrid} (both) or {@code recent}
 * @param limit the limit that was used
 * @param degraded why fewer means than configured were used, in words
 */
public record SearchReply(List<Result> results, String mode, int limit, Optional<String> degraded) {
    public SearchReply {
        results = List.copyOf(results);
    }

    /**
     * One hit.
     *
     * @param score comparable within one reply only
     * @param matched which rankers found it: {@code lexical}, {@code semantic}, or {@code link}
     * @param collapsed how many other hits that say the same it stands for
     * @param truncated whether the cell's content was cut to the configured length
     */
    public record Result(MemoryCell cell, double score, List<String> matched, int collapsed, boolean truncated) {
        public Result {
            matched = List.copyOf(matched);
        }
    }
}
