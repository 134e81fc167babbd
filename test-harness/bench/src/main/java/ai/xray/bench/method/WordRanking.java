package ai.xray.bench.method;

import ai.xray.bench.retrieval.LuceneBm25;
import ai.xray.bench.retrieval.Passage;
import ai.xray.bench.texts.JavadocTexts;
import ai.xray.memory.MemoryCell;
import ai.xray.ranker.lexical.LexicalRanker;
import ai.xray.search.Document;
import ai.xray.search.TextIndex;
import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The best forty of many texts by their words. Lucene's BM25 knows neither slips of the keyboard nor parts of words. */
@State(Scope.Benchmark)
public class WordRanking {
    @Param({"10000", "100000"})
    int count;

    private final TextIndex<MemoryCell> words = new LexicalRanker().open();
    private final LuceneBm25 bm25 = new LuceneBm25(1.2f, 0.75f);
    private Cycle<String> queries = Cycle.of(List.of(""));

    /** Both index the same titles and texts. */
    @Setup(Level.Trial)
    public void fill() throws IOException {
        List<MemoryCell> cells = JavadocTexts.enoughFor(count).cells(count);
        for (MemoryCell cell : cells) {
            words.put(new Document<>(cell.id(), cell.title(), cell.content(), cell.updatedAt(), cell));
        }
        bm25.index(cells.stream()
                .map(cell -> new Passage(cell.id(), cell.id(), cell.title() + " " + cell.content()))
                .toList());
        queries = Cycle.of(JavadocTexts.queries(cells, 1000));
    }

    @Benchmark
    public Object xray() {
        return words.rank(queries.next(), _ -> true, 40);
    }

    @Benchmark
    public Object lucene() {
        return bm25.rank(queries.next(), 40);
    }
}
