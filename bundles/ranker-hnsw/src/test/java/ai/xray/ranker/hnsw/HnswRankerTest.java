package ai.xray.ranker.hnsw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ai.xray.contracts.VectorIndexContract;
import ai.xray.search.VectorRanker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HnswRankerTest extends VectorIndexContract {
    @Override
    protected VectorRanker ranker() {
        return new HnswRanker(HnswParameters.DEFAULT);
    }

    @Override
    protected double recall() {
        return 0.98;
    }

    @Override
    protected int many() {
        return HnswIndex.FEW + 2000;
    }

    @Test
    void boundsOfSettingsAreAllowed() {
        assertThat(new HnswParameters(4, 8, 8).most(0)).isEqualTo(8);
        assertThat(new HnswParameters(64, 2000, 2000).most(1)).isEqualTo(64);
    }

    @ParameterizedTest
    @CsvSource({
        "3, 100, 100, hnsw-m: must be a whole number from 4 to 64; not 3.",
        "65, 100, 100, hnsw-m: must be a whole number from 4 to 64; not 65.",
        "16, 7, 100, hnsw-ef-construction: must be a whole number from 8 to 2000; not 7.",
        "16, 2001, 100, hnsw-ef-construction: must be a whole number from 8 to 2000; not 2001.",
        "16, 100, -1, hnsw-ef: must be a whole number from 8 to 2000; not -1.",
        "16, 100, 2001, hnsw-ef: must be a whole number from 8 to 2000; not 2001."
    })
    void settingOutOfBoundsIsRefusedByName(int m, int efConstruction, int ef, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HnswParameters(m, efConstruction, ef))
                .withMessage(sentence.replace(';', ','));
    }
}
