package ai.xray.bench.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What was measured of each contender, round by round. */
final class Samples<T> {
    private final Map<String, List<T>> rounds = new LinkedHashMap<>();

    void add(String contender, T sample) {
        rounds.computeIfAbsent(contender, name -> new ArrayList<>()).add(sample);
    }

    /** The median over the rounds. */
    double median(String contender, ToDoubleFunction<T> figure) {
        double[] sorted =
                rounds.get(contender).stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
