package ai.xray.ranker.hnsw;

import java.util.Arrays;

/** A vector of length one, or of zeros; equal when every component is. */
final class Direction {
    private final float[] components;
    private final boolean isZero;
    private final int hash;

    private Direction(float[] components, boolean isZero) {
        this.components = components;
        this.isZero = isZero;
        this.hash = Arrays.hashCode(components);
    }

    /**
     * The direction of a vector.
     *
     * @throws IllegalArgumentException when it has not {@code dimensions} components, or one that is not finite
     */
    static Direction of(float[] vector, int dimensions) {
        if (vector.length != dimensions) {
            throw new IllegalArgumentException(
                    "the vector has " + vector.length + " dimensions, but must have " + dimensions);
        }
        double squares = 0;
        for (int i = 0; i < dimensions; i++) {
            if (!Float.isFinite(vector[i])) {
                throw new IllegalArgumentException(
                        "component " + i + " of the vector is " + vector[i] + ", but must be a finite number");
            }
            squares += (double) vector[i] * vector[i];
        }
        double length = squares == 0 ? 1 : Math.sqrt(squares);
        float[] components = new float[dimensions];
        for (int i = 0; i < dimensions; i++) {
            components[i] = (float) (vector[i] / length) + 0f; // -0 would not equal 0
        }
        return new Direction(components, squares == 0);
    }

    /** Not to be written to. */
    float[] components() {
        return components;
    }

    /** Whether this is no direction, for the vector has no length. */
    boolean isZero() {
        return isZero;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Direction that && hash == that.hash && Arrays.equals(components, that.components);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
