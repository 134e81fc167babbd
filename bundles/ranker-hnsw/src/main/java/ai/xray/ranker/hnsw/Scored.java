package ai.xray.ranker.hnsw;

/**
 * A slot and its score in one {@code long}, so that neither a heap nor a sort of them makes objects. The higher the score the
 * greater the number.
 */
final class Scored {
    private static final long SLOT = 0xFFFF_FFFFL;

    private Scored() {}

    static long of(float score, int slot) {
        return ((long) ordered(Float.floatToRawIntBits(score)) << Integer.SIZE) | slot;
    }

    static float score(long scored) {
        return Float.intBitsToFloat(ordered((int) (scored >> Integer.SIZE)));
    }

    static int slot(long scored) {
        return (int) (scored & SLOT);
    }

    /** Turns the bits of a float into an int of the same order, and back: those of negative numbers run backwards. */
    private static int ordered(int bits) {
        return bits ^ ((bits >> (Integer.SIZE - 1)) & Integer.MAX_VALUE);
    }
}
