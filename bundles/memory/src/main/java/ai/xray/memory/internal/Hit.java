package ai.xray.memory.internal;

import ai.xray.memory.internal.corpus.Head;
import java.util.Comparator;
import java.util.List;

/** A cell that a search found, before its content is read. */
record Hit(Head head, double score, List<String> matched) {
    /** By score; equals in the order of lists. */
    static final Comparator<Hit> BEST_FIRST = Comparator.comparingDouble(Hit::score)
            .reversed()
            .thenComparing(hit -> hit.head().position());
}
