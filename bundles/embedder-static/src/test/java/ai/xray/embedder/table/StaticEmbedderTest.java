package ai.xray.embedder.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import ai.xray.contracts.EmbedderContract;
import ai.xray.search.Embedder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class StaticEmbedderTest extends EmbedderContract {
    private static final int MAX_INPUT_CHARS = 8000;

    @Override
    protected Embedder embedder() throws IOException {
        return new StaticEmbedder(0, MAX_INPUT_CHARS);
    }

    @Override
    protected int maxInputChars() {
        return MAX_INPUT_CHARS;
    }

    @Override
    protected double tolerance() {
        return 0;
    }

    @Test
    void hasTheTablesDimensionsUnlessFewerAreAskedFor() throws IOException {
        assertThat(embedder().dimensions()).isEqualTo(256);
        assertThat(new StaticEmbedder(1000, MAX_INPUT_CHARS).dimensions()).isEqualTo(256);
        assertThat(new StaticEmbedder(64, MAX_INPUT_CHARS).dimensions()).isEqualTo(64);
    }

    @Test
    void fewerDimensionsAreTheFirstOfAllNormalisedAgain() throws IOException {
        float[] all = embedder().embed(List.of("ferry to the harbour")).getFirst();
        float[] few = new StaticEmbedder(64, MAX_INPUT_CHARS)
                .embed(List.of("ferry to the harbour"))
                .getFirst();
        double square = 0;
        for (int i = 0; i < few.length; i++) {
            square += all[i] * all[i];
        }
        for (int i = 0; i < few.length; i++) {
            assertThat(few[i]).isCloseTo((float) (all[i] / Math.sqrt(square)), within(1e-5f));
        }
    }

    @Test
    void fingerprintTellsDimensionsLimitAndTable() throws IOException {
        assertThat(embedder().fingerprint()).matches("static-all-minilm-l6-v2;table=[0-9a-f]{12};dims=256;chars=8000");
        assertThat(new StaticEmbedder(64, 500).fingerprint()).endsWith(";dims=64;chars=500");
    }

    @Test
    void wordsThatAreInEveryTextCountLittle() throws IOException {
        List<String> corpus =
                List.of("harbour ferry", "harbour snow", "harbour gateway", "harbour night", "harbour mountain");
        Embedder plain = embedder();
        Embedder fitted = plain.fittedTo(corpus);
        assertThat(similarity(fitted, "harbour ferry", "harbour snow"))
                .isLessThan(similarity(plain, "harbour ferry", "harbour snow") - 0.2);
    }

    @Test
    void fitOfADamagedCountIsRefused() {
        CorpusFit fit = new CorpusFit(5, new int[] {0, 3, 0, 5});
        assertThat(CorpusFit.decode(fit.encode(), 4)).isEqualTo(fit);
        byte[] damaged = fit.encode();
        damaged[damaged.length - 1] = 6; // in more texts than there are
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CorpusFit.decode(damaged, 4))
                .withMessage("the fit is damaged");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CorpusFit.decode(fit.encode(), 5))
                .withMessageContaining("another embedder");
    }

    private static double similarity(Embedder embedder, String one, String other) throws IOException {
        List<float[]> vectors = embedder.embed(List.of(one, other));
        double sum = 0;
        for (int i = 0; i < embedder.dimensions(); i++) {
            sum += vectors.get(0)[i] * vectors.get(1)[i];
        }
        return sum;
    }
}
