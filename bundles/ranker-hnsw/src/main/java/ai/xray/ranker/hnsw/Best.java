package ai.xray.ranker.hnsw;

import ai.xray.search.Ranked;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The best seen so far, no more of them than asked for. */
final class Best {
    private static final Comparator<Ranked> BEST_FIRST =
            Comparator.comparingDouble(Ranked::score).reversed().thenComparing(Ranked::id);

    private final int limit;
    private final PriorityQueue<Ranked> worstFirst = new PriorityQueue<>(BEST_FIRST.reversed());

    Best(int limit) {
        this.limit = limit;
    }

    boolean isFull() {
        return worstFirst.size() == limit;
    }

    /** Whether something of this score could be among the best. */
    boolean admits(float score) {
        return !isFull() || cosine(score) >= worstFirst.element().score();
    }

    /** Takes it if it is among the best; whether it is. */
    boolean offer(String id, float score) {
        Ranked offered = new Ranked(id, cosine(score));
        if (isFull()) {
            if (BEST_FIRST.compare(offered, worstFirst.element()) > 0) {
                return false;
            }
            worstFirst.remove();
        }
        return worstFirst.add(offered);
    }

    /** Rounding can carry the product of two vectors of length one past the ends; -0 would not tie with 0. */
    static float cosine(float score) {
        return Math.clamp(score, -1f, 1f) + 0f;
    }

    List<Ranked> bestFirst() {
        return worstFirst.stream().sorted(BEST_FIRST).toList();
    }
}
