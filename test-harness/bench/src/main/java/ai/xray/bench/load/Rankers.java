package ai.xray.bench.load;

import ai.xray.embedded.Components;
import ai.xray.embedder.table.StaticEmbedder;
import ai.xray.memory.MemoryCell;
import ai.xray.ranker.hnsw.HnswRanker;
import ai.xray.ranker.lexical.LexicalRanker;
import ai.xray.search.Document;
import ai.xray.search.Embedder;
import ai.xray.search.Fusion;
import ai.xray.search.Ranked;
import ai.xray.search.Ranking;
import ai.xray.search.Ranking.Means;
import ai.xray.search.TextIndex;
import ai.xray.search.VectorIndex;
import ai.xray.search.internal.ScoreMix;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The baseline of searches: what the server ranks with, in this process and with nothing around it. */
final class Rankers {
    /** Of how many nearest vectors {@link #recall} tells. */
    static final int NEAREST = 10;

    /** What the server ranks for the ten results of a search that asks for no number. */
    private static final int POOL = 40;

    static final int FITTED_TO = 20_000;
    private static final int EMBEDDED_AT_ONCE = 256;

    private final TextIndex<MemoryCell> words = new LexicalRanker().open();
    private final VectorIndex<MemoryCell> meanings;
    private final Embedder embedder;
    private final Fusion fusion = new ScoreMix();

    private Rankers(Embedder embedder) throws IOException {
        this.embedder = embedder;
        meanings = Components.withDefaults().make(HnswRanker.class).open(embedder.dimensions());
    }

    /** Indexes of these cells; vectors are linked behind. */
    static Rankers of(List<MemoryCell> cells) throws IOException {
        List<String> sample = cells.stream().limit(FITTED_TO).map(Rankers::text).toList();
        Rankers rankers =
                new Rankers(Components.withDefaults().make(StaticEmbedder.class).fittedTo(sample));
        for (int from = 0; from < cells.size(); from += EMBEDDED_AT_ONCE) {
            rankers.put(cells.subList(from, Math.min(cells.size(), from + EMBEDDED_AT_ONCE)));
        }
        return rankers;
    }

    private void put(List<MemoryCell> cells) throws IOException {
        List<float[]> vectors = embedder.embed(cells.stream().map(Rankers::text).toList());
        for (int i = 0; i < vectors.size(); i++) {
            MemoryCell cell = cells.get(i);
            words.put(new Document<>(cell.id(), cell.title(), cell.content(), cell.updatedAt(), cell));
            meanings.put(cell.id(), vectors.get(i), cell);
        }
    }

    static String text(MemoryCell cell) {
        return "%s %s %s %s".formatted(cell.kind().wire(), cell.scope().wire(), cell.title(), cell.content());
    }

    /** How many cells were ranked by their words. */
    int lexical(String query) {
        return words.rank(query, cell -> true, POOL).size();
    }

    /** How many cells were ranked by their words and by what they mean. */
    int hybrid(String query) throws IOException {
        List<Ranked> said = words.rank(query, cell -> true, POOL);
        float[] vector = embedder.embed(List.of(query)).getFirst();
        List<Ranked> meant = meanings.nearest(vector, cell -> true, POOL);
        Set<String> found = ids(meant);
        List<Ranked> onlySaid = meanings
                .similarities(
                        vector,
                        said.stream()
                                .map(Ranked::id)
                                .filter(id -> !found.contains(id))
                                .toList())
                .entrySet()
                .stream()
                .map(similar -> new Ranked(similar.getKey(), similar.getValue()))
                .toList();
        return fusion.fuse(List.of(new Ranking(Means.LEXICAL, said), new Ranking(Means.SEMANTIC, meant, onlySaid)))
                .size();
    }

    /**
     * The share of the {@value #NEAREST} nearest vectors that are found, over all {@code queries}. Of those as near as the last
     * any will do: texts come more than once.
     */
    double recall(List<String> queries) throws IOException {
        long found = 0;
        long wanted = 0;
        for (float[] vector : embedder.embed(queries)) {
            // Asked for all of them, the index looks at each.
            List<Ranked> all = meanings.nearest(vector, cell -> true, meanings.size());
            int most = Math.min(NEAREST, all.size());
            double last = most == 0 ? 0 : all.get(most - 1).score();
            found += meanings.nearest(vector, cell -> true, NEAREST).stream()
                    .filter(ranked -> ranked.score() >= last)
                    .count();
            wanted += most;
        }
        return (double) found / wanted;
    }

    private static Set<String> ids(List<Ranked> ranking) {
        Set<String> ids = new HashSet<>();
        ranking.forEach(ranked -> ids.add(ranked.id()));
        return ids;
    }
}
