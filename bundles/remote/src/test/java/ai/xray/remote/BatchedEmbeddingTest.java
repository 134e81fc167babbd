package ai.xray.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.remote.BatchedEmbedding.Batch;
import ai.xray.remote.BatchedEmbedding.Bounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class BatchedEmbeddingTest {
    private static final EmbeddingModel MODEL = new EmbeddingModel("test", "model", 0, 10);

    private final List<List<String>> asked = new CopyOnWriteArrayList<>();

    /** Says of each text how long it is, and something more so that no vector is of zeros. */
    private List<Object> answer(List<String> texts) {
        asked.add(List.copyOf(texts));
        return texts.stream()
                .<Object>map(text -> List.of((long) text.length(), 1L))
                .toList();
    }

    @Property(tries = 200)
    void batchesKeepTheirBoundsAndVectorsTheirOrder(
            @ForAll @Size(max = 40) List<@StringLength(max = 12) String> texts,
            @ForAll @IntRange(min = 1, max = 5) int count,
            @ForAll @IntRange(min = 1, max = 20) int chars)
            throws IOException {
        List<List<String>> batches = new CopyOnWriteArrayList<>();
        BatchedEmbedding embedding = embedding(MODEL, new Bounds(count, chars, 3), few -> {
            batches.add(List.copyOf(few));
            return answer(few);
        });

        List<float[]> vectors = embedding.embed(texts);

        assertThat(batches).allSatisfy(batch -> {
            assertThat(batch.size()).isLessThanOrEqualTo(count);
            int total = batch.stream().mapToInt(String::length).sum();
            assertThat(batch.size() == 1 || total <= chars).isTrue();
        });
        assertThat(vectors).hasSameSizeAs(texts);
        for (int i = 0; i < texts.size(); i++) {
            String sent = InputText.first(10, texts.get(i));
            float slope = vectors.get(i)[0] / vectors.get(i)[1];
            assertThat(InputText.saysNothing(sent) ? Float.isNaN(slope) : Math.round(slope) == sent.length())
                    .isTrue();
        }
    }

    @Test
    void blankTextsAreNotSentAndGetZeros() throws IOException {
        List<float[]> vectors =
                embedding(MODEL, new Bounds(8, 100, 1), this::answer).embed(List.of("", "one", " \n\u00a0"));

        assertThat(asked).containsExactly(List.of("one"));
        assertThat(vectors.get(0)).containsExactly(0, 0);
        assertThat(vectors.get(2)).containsExactly(0, 0);
    }

    @Test
    void longTextsAreCutAndNotWithinACharacter() throws IOException {
        embedding(MODEL, new Bounds(8, 100, 1), this::answer).embed(List.of("0123456789x", "012345678😀"));

        assertThat(asked).containsExactly(List.of("0123456789", "012345678"));
    }

    @Test
    void noTextsAskNobody() throws IOException {
        assertThat(embedding(MODEL, new Bounds(8, 100, 1), this::answer).embed(List.of()))
                .isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void lengthIsAskedForOnceWhenNothingElseTellsIt() throws IOException {
        BatchedEmbedding embedding = embedding(MODEL, new Bounds(8, 100, 1), this::answer);

        assertThat(embedding.dimensions()).isEqualTo(2);
        assertThat(embedding.dimensions()).isEqualTo(2);
        assertThat(asked).hasSize(1);
    }

    @Test
    void lengthThatIsSetIsNotAskedFor() throws IOException {
        EmbeddingModel set = new EmbeddingModel("test", "model", 256, 10);

        assertThat(embedding(set, new Bounds(8, 100, 1), this::answer).dimensions())
                .isEqualTo(256);
        assertThat(asked).isEmpty();
    }

    @Test
    void lengthThatCannotBeAskedForIsToldInWords() {
        BatchedEmbedding embedding = embedding(MODEL, new Bounds(8, 100, 1), _ -> {
            throw new IOException("the server is away");
        });

        assertThatIOException().isThrownBy(embedding::dimensions).withMessage("the server is away");
        assertThatIOException().isThrownBy(() -> embedding.embed(List.of(""))).withMessage("the server is away");
    }

    @Test
    void anotherNumberOfVectorsThanTextsIsRefused() {
        for (int more : List.of(-1, 1)) {
            BatchedEmbedding embedding = embedding(
                    MODEL,
                    new Bounds(8, 100, 1),
                    texts -> new ArrayList<>(Collections.nCopies(texts.size() + more, List.of(1L))));

            assertThatIOException()
                    .isThrownBy(() -> embedding.embed(List.of("a", "b")))
                    .withMessage("the server gave %d vectors for 2 texts".formatted(2 + more));
        }
    }

    @Test
    void fingerprintNamesModelLengthAndInput() {
        assertThat(new EmbeddingModel("openai", "bge-m3:latest", 0, 8000).fingerprint())
                .isEqualTo("openai:bge-m3:latest:native:8000");
        assertThat(new EmbeddingModel("openai", "bge-m3", 256, 8000).fingerprint())
                .isEqualTo("openai:bge-m3:256:8000");
        assertThat(new EmbeddingModel("openai", "ü".repeat(300), 0, 8000).fingerprint())
                .isEqualTo("openai:unset:native:8000");
    }

    private static BatchedEmbedding embedding(EmbeddingModel model, Bounds bounds, Batch batch) {
        return new BatchedEmbedding("the server", model, bounds, batch);
    }
}
