package ai.xray.search.internal;

import ai.xray.search.Fusion;
import ai.xray.search.Ranked;
import ai.xray.search.Ranking;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Component;

/**
 * Fusion by score. Unlike ranks, scores tell by how much the first is better than the second:
 *
 * <pre>
 *   score = sum over lexical rankings of s / (2 * sqrt(b))  +  sum over semantic rankings of max(0, cosine)
 * </pre>
 *
 * where s is the document's lexical score and b the best of the ranking (the greatest absolute one when none is above 0).
 * So the best by words stands at half the root of its score: of a query of many or rare words, words decide more than of one
 * whose every hit is faint; at b of 4 they weigh as much as a perfect cosine. What a ranking by words did not find has the
 * score 0 there, or the lowest of what it did find where that is less than 0. The scale was measured:
 * {@code docs/search.md}.
 */
@Component(property = "xray.name=score")
public final class ScoreMix implements Fusion {
    @Override
    public List<Ranked> fuse(List<Ranking> rankings) {
        Set<String> all = new HashSet<>();
        rankings.stream().flatMap(ScoreMix::known).map(Ranked::id).forEach(all::add);
        Map<String, Double> scores = new HashMap<>();
        all.forEach(id -> scores.put(id, 0.0));
        for (Ranking ranking : rankings) {
            switch (ranking.means()) {
                case LEXICAL -> addWords(ranking, scores);
                case SEMANTIC -> addMeaning(ranking, scores);
            }
        }
        return BestFirst.of(scores);
    }

    private static void addWords(Ranking ranking, Map<String, Double> scores) {
        List<Ranked> known = known(ranking).toList();
        DoubleSummaryStatistics all = known.stream().mapToDouble(Ranked::score).summaryStatistics();
        double best = all.getMax() > 0 ? all.getMax() : Math.abs(all.getMin());
        if (known.isEmpty() || best == 0) {
            return;
        }
        double scale = 2 * Math.sqrt(best);
        double missing = Math.min(0, all.getMin());
        Map<String, Double> own = HashMap.newHashMap(known.size());
        known.forEach(each -> own.put(each.id(), each.score()));
        scores.replaceAll((id, score) -> score + own.getOrDefault(id, missing) / scale);
    }

    private static void addMeaning(Ranking ranking, Map<String, Double> scores) {
        known(ranking).forEach(each -> scores.merge(each.id(), Math.max(0, each.score()), Double::sum));
    }

    private static Stream<Ranked> known(Ranking ranking) {
        return Stream.concat(ranking.ranked().stream(), ranking.others().stream());
    }
}
