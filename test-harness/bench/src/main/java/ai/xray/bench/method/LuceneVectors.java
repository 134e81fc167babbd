package ai.xray.bench.method;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Lucene's HNSW graph with its own defaults (M 16, 100 candidates), merged into one segment. */
final class LuceneVectors {
    private static final String FIELD = "vector";

    private final IndexSearcher searcher;

    LuceneVectors(List<float[]> vectors) {
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            for (float[] vector : vectors) {
                Document document = new Document();
                document.add(new KnnFloatVectorField(FIELD, vector, VectorSimilarityFunction.COSINE));
                writer.addDocument(document);
            }
            writer.forceMerge(1);
            writer.commit();
            searcher = new IndexSearcher(DirectoryReader.open(directory));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing here but memory
        }
    }

    ScoreDoc[] nearest(float[] vector, int count) {
        try {
            return searcher.search(new KnnFloatVectorQuery(FIELD, vector, count), count).scoreDocs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
