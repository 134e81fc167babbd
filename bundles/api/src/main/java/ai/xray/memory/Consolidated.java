package ai.xray.memory;

import java.util.List;

/**
 * Cells that say the same.
 *
 * @param applied whether the restatements were retired; then only what was retired is listed
 */
public record Consolidated(List<Cluster> clusters, boolean applied) {
    public Consolidated {
        clusters = List.copyOf(clusters);
    }

    /**
     * A cell and what restates it.
     *
     * @param keeper the id of the cell that stays
     * @param restatements the ids of the others, at least one
     */
    public record Cluster(String keeper, List<String> restatements) {
        public Cluster {
            restatements = List.copyOf(restatements);
        }
    }
}
