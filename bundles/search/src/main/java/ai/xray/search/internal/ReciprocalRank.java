package ai.xray.search.internal;

import ai.xray.search.Fusion;
import ai.xray.search.Ranked;
import ai.xray.search.Ranking;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/**
 * Fusion by rank alone: the sum of {@code 1 / (60 + rank)} over the rankings that hold the document, ranks from 1 (Cormack,
 * Clarke and Büttcher, Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods, SIGIR 2009).
 */
@Component(property = "xray.name=rrf")
public final class ReciprocalRank implements Fusion {
    private static final int DAMPING = 60;

    @Override
    public List<Ranked> fuse(List<Ranking> rankings) {
        Map<String, Double> scores = new HashMap<>();
        for (Ranking ranking : rankings) {
            int rank = 1;
            for (Ranked ranked : ranking.ranked()) {
                scores.merge(ranked.id(), 1.0 / (DAMPING + rank++), Double::sum);
            }
        }
        return BestFirst.of(scores);
    }
}
