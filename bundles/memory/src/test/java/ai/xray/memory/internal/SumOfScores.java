package ai.xray.memory.internal;

import ai.xray.search.Fusion;
import ai.xray.search.Ranked;
import ai.xray.search.Ranking;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A fusion that adds scores up. */
final class SumOfScores implements Fusion {
    @Override
    public List<Ranked> fuse(List<Ranking> rankings) {
        Map<String, Double> scores = new LinkedHashMap<>();
        rankings.stream()
                .flatMap(ranking -> Stream.concat(ranking.ranked().stream(), ranking.others().stream()))
                .forEach(ranked -> scores.merge(ranked.id(), ranked.score(), Double::sum));
        return scores.entrySet().stream()
                .map(score -> new Ranked(score.getKey(), score.getValue()))
                .sorted(Comparator.comparingDouble(Ranked::score).reversed().thenComparing(Ranked::id))
                .toList();
    }
}
