package ai.xray.bench.method;

import ai.xray.bench.load.Load;
import ai.xray.bench.load.Rest;
import ai.xray.bench.texts.JavadocTexts;
import ai.xray.embedded.Components;
import ai.xray.embedder.table.StaticEmbedder;
import ai.xray.memory.MemoryCell;
import ai.xray.ranker.hnsw.HnswRanker;
import ai.xray.search.Embedder;
import ai.xray.search.VectorIndex;
import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The nearest ten of many vectors of the default embedder, by the graph, by looking at each, and by Lucene's graph. */
@State(Scope.Benchmark)
public class VectorRanking {
    private static final int NEAREST = 10;

    @Param({"10000", "100000"})
    int count;

    private VectorIndex<MemoryCell> graph;
    private LuceneVectors lucene = new LuceneVectors(List.of());
    private Cycle<float[]> queries = Cycle.of(List.of(new float[0]));

    /** The product links behind, and ranks exactly what is not linked yet: this waits until all is. */
    @Setup(Level.Trial)
    public void fill() throws IOException, InterruptedException {
        List<MemoryCell> cells = JavadocTexts.enoughFor(count).cells(count);
        List<String> texts =
                cells.stream().map(cell -> cell.title() + " " + cell.content()).toList();
        Embedder embedder = Components.withDefaults().make(StaticEmbedder.class).fittedTo(texts);
        List<float[]> vectors = embedder.embed(texts);
        graph = Components.withDefaults().make(HnswRanker.class).open(embedder.dimensions());
        lucene = new LuceneVectors(vectors);
        for (int i = 0; i < vectors.size(); i++) {
            graph.put(cells.get(i).id(), vectors.get(i), cells.get(i));
        }
        queries = Cycle.of(embedder.embed(JavadocTexts.queries(cells, 1000)));
        Rest.await(Load::ownCpu);
    }

    @Benchmark
    public Object xray() {
        return graph.nearest(queries.next(), _ -> true, NEAREST);
    }

    /** Asked for all of them, the index looks at each. */
    @Benchmark
    public Object every() {
        return graph.nearest(queries.next(), _ -> true, count);
    }

    @Benchmark
    public Object lucene() {
        return lucene.nearest(queries.next(), NEAREST);
    }
}
