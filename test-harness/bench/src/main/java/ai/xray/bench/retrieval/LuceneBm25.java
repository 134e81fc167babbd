package ai.xray.bench.retrieval;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.WordlistLoader;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.QueryBuilder;

/** The baseline everybody knows: BM25 over Porter's stems without stop words, as Lucene does it. */
public final class LuceneBm25 implements Contender {
    private static final String FIELD = "text";

    private final float k1;
    private final float b;
    private final Analyzer analyzer = new EnglishAnalyzer(stopWords());
    private final List<String> ids = new ArrayList<>();
    private IndexSearcher searcher;

    public LuceneBm25(float k1, float b) {
        this.k1 = k1;
        this.b = b;
        index(List.of());
    }

    /** Snowball's list, which unlike the analyzer's own holds question words and auxiliary verbs. */
    private static CharArraySet stopWords() {
        try {
            return WordlistLoader.getSnowballWordSet(new InputStreamReader(
                    EnglishAnalyzer.class.getResourceAsStream("/org/apache/lucene/analysis/snowball/english_stop.txt"),
                    StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return "BM25 k1 " + k1 + " b " + b;
    }

    @Override
    public void index(List<Passage> passages) {
        ids.clear();
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
            for (Passage passage : passages) {
                ids.add(passage.id());
                Document document = new Document();
                document.add(new TextField(FIELD, passage.text(), Field.Store.NO));
                writer.addDocument(document);
            }
            writer.forceMerge(1); // the numbers of documents are then the order they were added in
            writer.commit();
            searcher = new IndexSearcher(DirectoryReader.open(directory));
            searcher.setSimilarity(new BM25Similarity(k1, b));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing here but memory
        }
    }

    @Override
    public List<String> rank(String query, int k) {
        Query any = new QueryBuilder(analyzer).createBooleanQuery(FIELD, query);
        if (any == null) {
            return List.of();
        }
        try {
            List<String> ranking = new ArrayList<>();
            for (ScoreDoc hit : searcher.search(any, k).scoreDocs) {
                ranking.add(ids.get(hit.doc));
            }
            return ranking;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
