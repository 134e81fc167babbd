package ai.xray.bench.retrieval;

import ai.xray.search.Embedder;
import ai.xray.search.Ranked;
import ai.xray.search.VectorIndex;
import ai.xray.search.VectorRanker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Vectors of passages, fitted to each corpus. */
final class VectorContender implements Contender {
    private final String name;
    private final Embedder model;
    private final VectorRanker ranker;
    private final boolean exact;
    private Embedder fitted;
    private VectorIndex<Passage> index;

    /** @param exact whether a query is compared with every vector */
    VectorContender(String name, Embedder model, VectorRanker ranker, boolean exact) throws IOException {
        this.name = name;
        this.model = model;
        this.ranker = ranker;
        this.exact = exact;
        fitted = model;
        index = ranker.open(model.dimensions());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void index(List<Passage> passages) {
        List<String> texts = passages.stream().map(Passage::text).toList();
        fitted = model.fittedTo(texts);
        List<float[]> vectors = embed(texts);
        index = ranker.open(vectors.getFirst().length);
        for (int i = 0; i < vectors.size(); i++) {
            index.put(passages.get(i).id(), vectors.get(i), passages.get(i));
        }
    }

    @Override
    public List<String> rank(String query, int k) {
        // Asked for all of them, an index looks at each.
        int asked = exact ? Math.max(k, index.size()) : k;
        return index.nearest(embed(List.of(query)).getFirst(), _ -> true, asked).stream()
                .limit(k)
                .map(Ranked::id)
                .toList();
    }

    private List<float[]> embed(List<String> texts) {
        try {
            return fitted.embed(texts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
