package ai.xray.memory;

import java.util.List;

/**
 * What a refutation did, or would do. A cell that cites the refuted one and that the caller may not know is neither touched
 * nor named.
 *
 * @param id of the refuted cell
 * @param retired ids of the active, derived cells that cite it, which are stale now
 * @param kept the other cells that cite it
 */
public record Refuted(String id, List<String> retired, List<Kept> kept) {
    public Refuted {
        retired = List.copyOf(retired);
        kept = List.copyOf(kept);
    }

    /**
     * A citing cell that stays as it is.
     *
     * @param why in words
     */
    public record Kept(String id, String why) {}
}
