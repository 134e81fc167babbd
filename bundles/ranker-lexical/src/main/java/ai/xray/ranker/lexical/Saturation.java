package ai.xray.ranker.lexical;

/**
 * What a word's being used again is worth: ever less, and less in a longer document. It is BM25's term frequency, with the
 * length eased by a constant: among texts of a few words a difference of a few words means nothing.
 */
final class Saturation {
    private static final double AT = 1.5;
    private static final double EASE = 20;

    private final double perWord;
    private final double base;

    Saturation(double meanLength) {
        perWord = AT / (meanLength + EASE);
        base = perWord * EASE;
    }

    /** From 0 to 1, neither included. */
    double of(int times, int length) {
        return times / (times + base + perWord * length);
    }
}
