package ai.xray.memory.internal;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Head;
import ai.xray.memory.internal.corpus.View;
import ai.xray.search.Fusion;
import ai.xray.search.Ranked;
import ai.xray.search.Ranking;
import ai.xray.search.Ranking.Means;
import ai.xray.search.SemanticIndex.Question;
import ai.xray.search.TextIndex;
import java.text.Normalizer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Ranks cells by their words, by what they mean, and by both; by neither, newest first. */
final class Ranks {
    static final String LEXICAL = "lexical";
    static final String SEMANTIC = "semantic";
    static final String HYBRID = "hybrid";
    static final String RECENT = "recent";

    private static final String NO_RANKER = "no ranker is ready: recent cells are shown, whatever the query";
    private static final int POOL_OF_EACH_RESULT = 4;
    private static final int USUAL_POOL = 60;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final Cells cells;
    private final RecallSettings settings;
    private final Turns turns = new Turns(Runtime.getRuntime().availableProcessors(), LONGEST_WAIT);
    private final Optionally<Fusion> fusion = new Optionally<>();

    /**
     * What was found, more than is to be shown.
     *
     * @param mode what it was ranked by
     * @param degraded why it was ranked by less than there could be, in words
     */
    record Found(List<Hit> hits, String mode, Optional<String> degraded) {}

    Ranks(Cells cells, RecallSettings settings) {
        this.cells = cells;
        this.settings = settings;
    }

    /** What makes one ranking of two; without it there is the one by words alone. */
    Optionally<Fusion> fusion() {
        return fusion;
    }

    Found find(String query, View view, int limit) {
        int pool = Math.max(limit, Math.min(USUAL_POOL, POOL_OF_EACH_RESULT * limit));
        Optional<TextIndex<MemoryCell>> words = cells.shelves().best();
        if (words.map(index -> !index.hasWords(query)).orElse(query.isBlank())) {
            return new Found(recent(view, pool), RECENT, Optional.empty());
        }
        List<Ranked> lexical = turns.take(
                () -> words.map(index -> index.rank(query, view, pool)).orElse(List.of()));
        Optional<String> remark =
                cells.meanings().remark(); // before asking: what is filled meanwhile need not be so now
        Optional<Question<MemoryCell>> question = settings.lexicalShortcircuit() && covered(query, lexical)
                ? Optional.empty()
                : cells.meanings().index().map(index -> index.ask(query));
        Optional<Fusion> strategy = fusion.get();
        boolean understood = question.map(Question::answered).orElse(false) && strategy.isPresent();
        Optional<String> degraded = question.flatMap(asked -> asked.degraded().or(() -> remark));
        if (!understood) {
            return words.isEmpty()
                    ? new Found(recent(view, pool), RECENT, Optional.of(NO_RANKER))
                    : new Found(
                            hits(lifted(lexical, view), Map.of(), view),
                            LEXICAL,
                            degraded.map(why -> "lexical only: " + why));
        }
        List<Hit> hits = turns.take(() -> {
            List<Ranked> semantic = near(question.get().nearest(view, pool));
            return fused(strategy.get(), lexical, semantic, question.get(), view);
        });
        return new Found(hits.subList(0, Math.min(pool, hits.size())), words.isEmpty() ? SEMANTIC : HYBRID, degraded);
    }

    private List<Ranked> lifted(List<Ranked> lexical, View view) {
        return neighbourhood(ids(lexical), view).lifted(lexical, scores(lexical));
    }

    private Neighbourhood neighbourhood(Set<String> ids, View view) {
        return settings.shaping() ? Neighbourhood.of(ids, cells.corpus(), view) : Neighbourhood.NONE;
    }

    private List<Hit> fused(
            Fusion strategy, List<Ranked> lexical, List<Ranked> semantic, Question<MemoryCell> question, View view) {
        Set<String> meant = ids(semantic);
        Set<String> said = ids(lexical);
        Neighbourhood neighbourhood = neighbourhood(union(said, meant), view);
        Map<String, Double> cosines = scores(semantic);
        cosines.putAll(question.similarities(union(said, neighbourhood.ids()).stream()
                .filter(id -> !meant.contains(id))
                .toList()));
        // What was just written has no vector yet and must be found at once: it is taken to be as similar as the best.
        double best = semantic.isEmpty() ? 0 : semantic.getFirst().score();
        said.forEach(id -> cosines.putIfAbsent(id, best));
        List<Ranked> onlySaid = said.stream()
                .filter(id -> !meant.contains(id))
                .map(id -> new Ranked(id, cosines.get(id)))
                .toList();
        List<Ranked> ranked = strategy.fuse(List.of(
                new Ranking(Means.LEXICAL, neighbourhood.lifted(lexical, scores(lexical))),
                new Ranking(
                        Means.SEMANTIC,
                        neighbourhood.lifted(semantic, cosines),
                        neighbourhood.lifted(onlySaid, cosines))));
        Map<String, List<String>> matched = new LinkedHashMap<>();
        said.forEach(id -> matched.put(id, meant.contains(id) ? List.of(LEXICAL, SEMANTIC) : List.of(LEXICAL)));
        meant.forEach(id -> matched.putIfAbsent(id, List.of(SEMANTIC)));
        return hits(ranked, matched, view);
    }

    /** Hits whose heads are looked up last: a cell that has left the view since it was ranked is none. */
    private List<Hit> hits(List<Ranked> ranking, Map<String, List<String>> matched, View view) {
        Map<String, Ranked> ranked = new LinkedHashMap<>();
        ranking.forEach(each -> ranked.put(each.id(), each));
        return cells.corpus().heads(ranked.keySet(), view).stream()
                .map(head ->
                        new Hit(head, ranked.get(head.id()).score(), matched.getOrDefault(head.id(), List.of(LEXICAL))))
                .sorted(Hit.BEST_FIRST)
                .toList();
    }

    private List<Hit> recent(View view, int limit) {
        return cells.corpus().newest(Optional.empty(), view, limit).stream()
                .map(head -> new Hit(head, 0, List.of()))
                .toList();
    }

    /** Those not much less alike than the first. */
    private List<Ranked> near(List<Ranked> semantic) {
        if (semantic.isEmpty() || settings.semanticScoreGap() == 0) {
            return semantic;
        }
        double least = semantic.getFirst().score() - settings.semanticScoreGap();
        return semantic.stream().filter(ranked -> ranked.score() >= least).toList();
    }

    /** Whether the best hit says the query in its title, or is what the query names: no meaning could find a better one. */
    private boolean covered(String query, List<Ranked> lexical) {
        if (lexical.isEmpty()) {
            return false;
        }
        String wanted = folded(query);
        return cells.corpus().heads(List.of(lexical.getFirst().id()), cell -> true).stream()
                .map(Head::bare)
                .anyMatch(cell ->
                        folded(cell.title()).contains(wanted) || cell.id().equals(query.strip()));
    }

    private static String folded(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC).strip().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Double> scores(List<Ranked> ranked) {
        Map<String, Double> scores = new HashMap<>();
        ranked.forEach(each -> scores.put(each.id(), each.score()));
        return scores;
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        Set<String> all = new HashSet<>(some);
        all.addAll(others);
        return all;
    }

    private static Set<String> ids(Collection<Ranked> ranked) {
        Set<String> ids = new HashSet<>();
        ranked.forEach(each -> ids.add(each.id()));
        return ids;
    }
}
