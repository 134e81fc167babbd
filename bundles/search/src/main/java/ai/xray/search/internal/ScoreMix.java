package ai.xray.search.internal;

import ai.xray.search.Fusion;
import ai.xray.search.Ranked;
import ai.xray.search.Ranking;
import ai.xray.search.Ranking.Means;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Component;

/**
 * Fusion by score: each ranking's scores are divided by the best of them, so that 1 is the best there is for the query, and
 * added with a weight. Unlike ranks, scores tell by how much the first is better than the second. The weights were found on
 * one half of the sets in {@code docs/benchmarks.md} and judged on the other.
 */
@Component(property = "xray.name=score")
public final class ScoreMix implements Fusion {
    private static final double LEXICAL_WEIGHT = 1.0;
    private static final double SEMANTIC_WEIGHT = 0.8;

    @Override
    public List<Ranked> fuse(List<Ranking> rankings) {
        Map<String, Double> scores = new HashMap<>();
        for (Ranking ranking : rankings) {
            double best =
                    ranking.ranked().stream().mapToDouble(Ranked::score).max().orElse(0);
            if (best > 0) {
                double weight = weight(ranking.means()) / best;
                Stream.concat(ranking.ranked().stream(), ranking.others().stream())
                        .forEach(
                                ranked -> scores.merge(ranked.id(), weight * Math.max(0, ranked.score()), Double::sum));
            }
        }
        return BestFirst.of(scores);
    }

    private static double weight(Means means) {
        return switch (means) {
            case LEXICAL -> LEXICAL_WEIGHT;
            case SEMANTIC -> SEMANTIC_WEIGHT;
        };
    }
}
