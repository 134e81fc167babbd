package ai.xray.search.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.search.Embedder;
import ai.xray.search.SemanticIndex;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An embedder that learns of its corpus is fitted anew whenever that has doubled. */
class FittingTest {
    private final Corpus corpus = new Corpus();
    private SemanticService service;
    private SemanticIndex<String> index;

    /** Learns how many texts there are. */
    private record Counting(int learned) implements Embedder {
        @Override
        public String fingerprint() {
            return "counting " + learned;
        }

        @Override
        public int dimensions() {
            return 1;
        }

        @Override
        public boolean quick() {
            return true;
        }

        @Override
        public List<float[]> embed(List<String> texts) {
            return texts.stream().map(text -> new float[] {1}).toList();
        }

        @Override
        public Embedder fittedTo(Iterable<String> texts) {
            return new Counting(
                    (int) StreamSupport.stream(texts.spliterator(), false).count());
        }

        @Override
        public byte[] fit() {
            return learned == 0
                    ? new byte[0]
                    : ByteBuffer.allocate(Integer.BYTES).putInt(learned).array();
        }

        @Override
        public Embedder withFit(byte[] fit) {
            return new Counting(fit.length == 0 ? 0 : ByteBuffer.wrap(fit).getInt());
        }
    }

    private void open(Path folder) {
        service = new SemanticService(folder, "counting", Duration.ofSeconds(2));
        service.addRanker(new ExactVectors(), Map.of());
        service.addEmbedder(new Counting(0), Map.of("xray.name", "counting"));
        index = service.open(corpus);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private void put(int from, int to) {
        for (int i = from; i < to; i++) {
            corpus.texts.put("id" + i, "text " + i);
            index.put("id" + i, "attributes");
        }
    }

    @Test
    void fewTextsAreNotLearnedFromAndDoublingIs(@TempDir Path folder) throws IOException {
        open(folder);
        put(0, 31);
        await(() -> index.progress().embedded() == 31);
        assertThat(index.progress().fingerprint()).isEqualTo("counting 0");
        put(31, 40);
        await(() -> learned() >= 32 && index.progress().embedded() == 40);
        int first = learned();
        put(40, 2 * first);
        await(() -> learned() == 2 * first);
        await(() -> index.progress().embedded() == 2 * first && index.progress().waiting() == 0);
        assertThat(index.ask("any").nearest(attributes -> true, 1000)).hasSize(2 * first);
    }

    @Test
    void theSameModelThatComesBackKeepsWhatWasLearned(@TempDir Path folder) {
        open(folder);
        put(0, 40);
        await(() -> learned() >= 32);
        String before = index.progress().fingerprint();
        Embedder again = new Counting(0);
        service.addEmbedder(again, Map.of("xray.name", "counting"));
        assertThat(index.progress().fingerprint()).isEqualTo(before);
    }

    private int learned() {
        return Integer.parseInt(index.progress().fingerprint().replaceFirst("^$|counting ", "0"));
    }

    private void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("it takes too long: " + index.progress())
                    .isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
