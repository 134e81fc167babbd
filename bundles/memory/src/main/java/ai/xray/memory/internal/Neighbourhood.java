package ai.xray.memory.internal;

import ai.xray.memory.internal.corpus.Corpus;
import ai.xray.memory.internal.corpus.Neighbour;
import ai.xray.memory.internal.corpus.View;
import ai.xray.search.Ranked;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lets cells of one source lift each other: of the turns of a conversation, or the entries of a log, the one that answers is
 * often not the one that says the words, but stands beside it. A cell gains a share of the best score near it, so a ranking is
 * reordered and nothing joins it. The shares were measured: {@code docs/search.md}.
 */
final class Neighbourhood {
    /** Nobody has neighbours. */
    static final Neighbourhood NONE = new Neighbourhood(Map.of());

    private static final double SHARE_OF_NEXT = 0.4;
    private static final double SHARE_OF_SECOND = 0.3;
    private static final Comparator<Ranked> BEST_FIRST =
            Comparator.comparingDouble(Ranked::score).reversed();

    private final Map<String, List<Neighbour>> beside;

    private Neighbourhood(Map<String, List<Neighbour>> beside) {
        this.beside = beside;
    }

    /** That of {@code ids}, as far as it is in {@code view}. */
    static Neighbourhood of(Collection<String> ids, Corpus corpus, View view) {
        return new Neighbourhood(corpus.neighbours(ids, view));
    }

    /** All that are neighbours. */
    Set<String> ids() {
        return beside.values().stream()
                .flatMap(List::stream)
                .map(Neighbour::id)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** {@code ranked} with what neighbours add to each, as far as their {@code scores} are known; best first. */
    List<Ranked> lifted(List<Ranked> ranked, Map<String, Double> scores) {
        if (beside.isEmpty()) {
            return ranked;
        }
        return ranked.stream()
                .map(each -> new Ranked(each.id(), each.score() + lift(each.id(), scores)))
                .sorted(BEST_FIRST)
                .toList();
    }

    private double lift(String id, Map<String, Double> scores) {
        return beside.getOrDefault(id, List.of()).stream()
                .mapToDouble(neighbour -> share(neighbour) * scores.getOrDefault(neighbour.id(), 0.0))
                .reduce(0, Math::max);
    }

    private static double share(Neighbour neighbour) {
        return neighbour.distance() == 1 ? SHARE_OF_NEXT : SHARE_OF_SECOND;
    }
}
