package ai.xray.ranker.hnsw;

/**
 * What trades time and memory for recall.
 *
 * @param m links that a new vector makes on each level; it may have twice as many on the lowest
 * @param efConstruction candidates that these are chosen from
 * @param ef candidates that a search keeps; at least its limit; {@link #MEASURED} for as few as find enough
 */
record HnswParameters(int m, int efConstruction, int ef) {
    static final int DEFAULT_M = 16;
    static final int DEFAULT_EF_CONSTRUCTION = 100;
    static final int MEASURED = 0;
    static final int DEFAULT_EF = MEASURED;
    static final HnswParameters DEFAULT = new HnswParameters(DEFAULT_M, DEFAULT_EF_CONSTRUCTION, DEFAULT_EF);

    static final int LEAST_M = 4;
    static final int MOST_M = 64;
    static final int LEAST_EF = 8;
    static final int MOST_EF = 2000;

    /** @throws IllegalArgumentException when one is out of bounds, with the name of the setting */
    HnswParameters {
        require("hnsw-m", m, LEAST_M, MOST_M);
        require("hnsw-ef-construction", efConstruction, LEAST_EF, MOST_EF);
        if (ef != MEASURED) {
            require("hnsw-ef", ef, LEAST_EF, MOST_EF);
        }
    }

    private static void require(String setting, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s: must be a whole number from %d to %d, not %d.".formatted(setting, least, most, value));
        }
    }

    /** The most links of a vector on {@code level}. */
    int most(int level) {
        return level == 0 ? 2 * m : m;
    }
}
