package ai.xray.memory.internal;

import ai.xray.memory.internal.corpus.Head;
import java.util.Comparator;
import java.util.List;

/**
 * A cell that a search found, before its content is read.
 *
 * @param collapsed for how many other hits it stands
 */
record Hit(Head head, double score, List<String> matched, int collapsed) {
    /** By score; equals in the order of lists. */
    static final Comparator<Hit> BEST_FIRST = Comparator.comparingDouble(Hit::score)
            .reversed()
            .thenComparing(hit -> hit.head().position());

    /** One that stands for itself. */
    Hit(Head head, double score, List<String> matched) {
        this(head, score, matched, 0);
    }

    Hit scored(double other) {
        return new Hit(head, other, matched, collapsed);
    }

    Hit withOneMore() {
        return new Hit(head, score, matched, collapsed + 1);
    }
}
