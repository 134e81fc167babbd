package ai.xray.ranker.hnsw;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Two sums side by side in the widest registers of the processor, so that one addition need not wait for the one before.
 *
 * <p>Multiplies and adds rather than fusing both: the loop waits for its loads either way, and without an instruction for it a
 * fused operation is emulated a thousand times slower.
 *
 * <p>The only class that needs {@code jdk.incubator.vector}, which may be absent.
 */
final class SimdKernel implements Kernel {
    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();

    @Override
    public float dot(float[] a, float[] b) {
        int end = a.length - a.length % (2 * LANES);
        FloatVector even = FloatVector.zero(SPECIES);
        FloatVector odd = FloatVector.zero(SPECIES);
        for (int i = 0; i < end; i += 2 * LANES) {
            even = FloatVector.fromArray(SPECIES, a, i)
                    .mul(FloatVector.fromArray(SPECIES, b, i))
                    .add(even);
            odd = FloatVector.fromArray(SPECIES, a, i + LANES)
                    .mul(FloatVector.fromArray(SPECIES, b, i + LANES))
                    .add(odd);
        }
        float sum = even.add(odd).reduceLanes(VectorOperators.ADD);
        for (int i = end; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
