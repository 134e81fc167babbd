package ai.xray.ranker.lexical;

/** The numbers of the ranking; the package documentation says what they mean. */
final class Score {
    static final double TITLE = 0.6;
    static final double LOOK_ALIKE = 0.2;
    static final double MISSED = 0.04;
    static final double WHOLE_QUERY = 0.5;
    static final double OVERLAP = 0.05;
    static final double ID = 100;

    /** The share of a query's weight that admits a document which misses more than one token. */
    static final double ADMITTED_SHARE = 0.35;

    /** How many of its heaviest tokens make that weight. */
    static final int ADMITTING_TOKENS = 3;

    /** Queries of fewer words must be matched in full. */
    static final int MIN_WORDS_TO_MISS_ONE = 3;

    /** Scores that differ by less than this are equal: what is left of sums taken in another order is no ranking. */
    static final double GRAIN = 1e-9;

    private static final double WEIGHT_EXPONENT = 0.7;

    private Score() {}

    /** The score as it is told and compared: a whole number of {@link #GRAIN}s. */
    static double rounded(double score) {
        return Math.rint(score / GRAIN) * GRAIN;
    }

    /** How much a token tells, when {@code holders} of {@code kept} documents match it. */
    static double weight(int kept, int holders) {
        double idf = Math.log(1 + (kept - holders + 0.5) / (holders + 0.5));
        return holders == 0 ? 0 : Math.pow(idf, WEIGHT_EXPONENT);
    }

    /** @param admittingWeight that of the query's {@value #ADMITTING_TOKENS} heaviest tokens */
    static boolean isAdmitted(Query query, int missed, double matchedWeight, double admittingWeight) {
        if (missed == query.required()) {
            return false;
        }
        boolean mayMissOne = query.words() >= MIN_WORDS_TO_MISS_ONE;
        return missed == 0 || (mayMissOne && (missed == 1 || matchedWeight >= ADMITTED_SHARE * admittingWeight));
    }
}
