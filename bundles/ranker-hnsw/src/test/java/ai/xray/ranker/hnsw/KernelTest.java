package ai.xray.ranker.hnsw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KernelTest {
    private final Kernel scalar = new ScalarKernel();
    private final Kernel simd = new SimdKernel();

    @Property
    void kernelsAgreeOnVectorsOfLengthOne(@ForAll @IntRange(min = 1, max = 4096) int dimensions, @ForAll long seed) {
        Samples samples = Samples.uniform(seed, dimensions);
        float[] a = Direction.of(samples.next(), dimensions).components();
        float[] b = Direction.of(samples.next(), dimensions).components();
        double exact = 0;
        for (int i = 0; i < dimensions; i++) {
            exact += (double) a[i] * b[i];
        }

        assertThat(simd.dot(a, b)).isCloseTo(scalar.dot(a, b), within(1e-6f));
        assertThat((double) scalar.dot(a, b)).isCloseTo(exact, within(1e-6));
        assertThat(simd.dot(a, a)).isCloseTo(1, within(1e-6f));
    }

    @Property(tries = 200)
    void everyComponentCounts(@ForAll @IntRange(min = 1, max = 200) int dimensions) {
        float[] ones = new float[dimensions];
        Arrays.fill(ones, 1);
        for (int i = 0; i < dimensions; i++) {
            float[] axis = new float[dimensions];
            axis[i] = i + 1;
            assertThat(scalar.dot(axis, ones)).isEqualTo(i + 1);
            assertThat(simd.dot(axis, ones)).isEqualTo(i + 1);
        }
    }

    @Test
    void simdIsChosenWhereItsModuleIs() {
        assertThat(Kernel.fastest()).isInstanceOf(SimdKernel.class);
    }
}
