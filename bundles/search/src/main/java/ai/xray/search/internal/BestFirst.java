package ai.xray.search.internal;

import ai.xray.search.Ranked;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The order of a ranking. */
final class BestFirst {
    private static final Comparator<Ranked> ORDER =
            Comparator.comparingDouble(Ranked::score).reversed().thenComparing(Ranked::id);

    private BestFirst() {}

    /** The ranking that {@code scores} make. */
    static List<Ranked> of(Map<String, Double> scores) {
        return scores.entrySet().stream()
                .map(entry -> new Ranked(entry.getKey(), entry.getValue()))
                .sorted(ORDER)
                .toList();
    }
}
