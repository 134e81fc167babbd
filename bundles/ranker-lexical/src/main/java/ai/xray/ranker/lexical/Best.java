package ai.xray.ranker.lexical;

import ai.xray.search.Ranked;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The best documents seen so far, no more of them than asked for. */
final class Best {
    private record Hit(String id, double score, Instant updatedAt) {}

    private static final Comparator<Hit> BEST_FIRST = Comparator.comparingDouble(Hit::score)
            .thenComparing(Hit::updatedAt)
            .reversed()
            .thenComparing(Hit::id);

    private final int limit;
    private final PriorityQueue<Hit> worstFirst = new PriorityQueue<>(BEST_FIRST.reversed());

    Best(int limit) {
        this.limit = limit;
    }

    boolean isFull() {
        return worstFirst.size() == limit;
    }

    /** Whether a document of this score, or a little more before it is rounded, could be among the best. */
    boolean admits(double score) {
        return !isFull() || score + Score.GRAIN >= worstFirst.element().score();
    }

    void add(String id, double score, Instant updatedAt) {
        worstFirst.add(new Hit(id, Score.rounded(score), updatedAt));
        if (worstFirst.size() > limit) {
            worstFirst.remove();
        }
    }

    List<Ranked> bestFirst() {
        return worstFirst.stream()
                .sorted(BEST_FIRST)
                .map(hit -> new Ranked(hit.id(), hit.score()))
                .toList();
    }
}
