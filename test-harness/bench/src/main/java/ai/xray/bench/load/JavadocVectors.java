package ai.xray.bench.load;

import ai.xray.bench.texts.JavadocTexts;
import ai.xray.embedded.Components;
import ai.xray.embedder.table.StaticEmbedder;
import ai.xray.memory.MemoryCell;
import ai.xray.search.Embedder;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes vectors that the default embedder makes of pieces of Javadoc, for {@code HnswBenchmark} of {@code ranker-hnsw}: three
 * ints, how many vectors of texts, of queries, and their length, and then the floats of the texts and of the queries, all big
 * endian. The first half of the queries are of 1 to 8 words, as people ask; the others are texts like those indexed, as the
 * check for restatements asks.
 *
 * <p>Arguments: how many texts, and the file.
 */
public final class JavadocVectors {
    private static final int QUERIES = 500;
    private static final int AT_ONCE = 256;

    private JavadocVectors() {}

    public static void main(String[] arguments) throws IOException {
        int count = Integer.parseInt(arguments[0]);
        List<MemoryCell> cells = JavadocTexts.read(JavadocTexts.MANY).cells(count + QUERIES);
        List<String> texts = cells.stream().map(Rankers::text).toList();
        Embedder embedder =
                Components.withDefaults().make(StaticEmbedder.class).fittedTo(texts.subList(0, Rankers.FITTED_TO));
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[1]))))) {
            out.writeInt(count);
            out.writeInt(2 * QUERIES);
            out.writeInt(embedder.dimensions());
            write(embedder, texts.subList(0, count), out);
            write(embedder, JavadocTexts.queries(cells.subList(0, count), QUERIES), out);
            write(embedder, texts.subList(count, texts.size()), out);
        }
    }

    private static void write(Embedder embedder, List<String> texts, DataOutputStream out) throws IOException {
        for (int from = 0; from < texts.size(); from += AT_ONCE) {
            for (float[] vector : embedder.embed(texts.subList(from, Math.min(texts.size(), from + AT_ONCE)))) {
                for (float component : vector) {
                    out.writeFloat(component);
                }
            }
        }
    }
}
