package ai.xray.ranker.hnsw;

import java.util.Random;

/** Vectors made with a fixed seed. */
final class Samples {
    private static final int INTRINSIC = 24;
    private static final int VECTORS_PER_CLUSTER = 100;
    private static final double SPREAD = 0.6;
    private static final double NOISE = 0.02;

    private final Random random;
    private final int dimensions;

    /** Where clusters are and which ways they extend; null when vectors have no structure. */
    private final float[][] centres;

    private final float[][] axes;

    private Samples(long seed, int dimensions, int clusters) {
        this.random = new Random(seed);
        this.dimensions = dimensions;
        this.axes = gaussians(clusters == 0 ? 0 : INTRINSIC);
        this.centres = new float[clusters][];
        for (int i = 0; i < clusters; i++) {
            centres[i] = onAxes(1, new float[dimensions]);
        }
    }

    /** Every component drawn by itself: all vectors are about as far from one another, which no text is. */
    static Samples uniform(long seed, int dimensions) {
        return new Samples(seed, dimensions, 0);
    }

    /**
     * A mixture of Gaussians, one for every hundred of {@code count}, in a space of 24 dimensions turned into
     * {@code dimensions}, with a little noise in all: as embeddings of texts lie.
     */
    static Samples clustered(long seed, int dimensions, int count) {
        return new Samples(seed, dimensions, Math.max(1, count / VECTORS_PER_CLUSTER));
    }

    float[] next() {
        if (centres.length == 0) {
            return gaussian();
        }
        float[] vector = onAxes(SPREAD, centres[random.nextInt(centres.length)]);
        double noise = NOISE * Math.sqrt(INTRINSIC);
        for (int i = 0; i < dimensions; i++) {
            vector[i] += (float) (noise * random.nextGaussian());
        }
        return vector;
    }

    float[][] next(int count) {
        float[][] vectors = new float[count][];
        for (int i = 0; i < count; i++) {
            vectors[i] = next();
        }
        return vectors;
    }

    private float[] onAxes(double scale, float[] centre) {
        float[] vector = centre.clone();
        for (float[] axis : axes) {
            double along = scale * random.nextGaussian();
            for (int i = 0; i < dimensions; i++) {
                vector[i] += (float) (along * axis[i]);
            }
        }
        return vector;
    }

    private float[][] gaussians(int count) {
        float[][] vectors = new float[count][];
        for (int i = 0; i < count; i++) {
            vectors[i] = gaussian();
        }
        return vectors;
    }

    private float[] gaussian() {
        float[] vector = new float[dimensions];
        for (int i = 0; i < dimensions; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return vector;
    }
}
