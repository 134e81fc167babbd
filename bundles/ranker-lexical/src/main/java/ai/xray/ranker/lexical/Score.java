package ai.xray.ranker.lexical;

/** The numbers of the ranking; the package documentation says what they mean. */
final class Score {
    static final double MISSED = 0.25;
    static final double WHOLE_QUERY = 0.5;
    static final double OVERLAP = 0.1;
    static final double ID = 100;

    /** The share of a query's weight that admits a document which misses more than one token. */
    static final double ADMITTED_SHARE = 0.35;

    /** Queries of fewer words must be matched in full. */
    static final int MIN_WORDS_TO_MISS_ONE = 3;

    /** Grade values, worst first: a grade is an index into them, and 0 is no match. */
    private static final double[] GRADES = {0, 0.25, 0.40, 0.45, 0.55, 0.70, 0.75, 0.85, 1.0};

    /** From here on the title holds the token itself. */
    private static final int FIRST_TITLE_SUBSTRING = 6;

    /** Scores that differ by less than this are equal: what is left of sums taken in another order is no ranking. */
    static final double GRAIN = 1e-9;

    private Score() {}

    /** The score as it is told and compared: a whole number of {@link #GRAIN}s. */
    static double rounded(double score) {
        return Math.rint(score / GRAIN) * GRAIN;
    }

    static double value(int grade) {
        return GRADES[grade];
    }

    static boolean isInTitle(int grade) {
        return grade >= FIRST_TITLE_SUBSTRING;
    }

    /** How much a token tells, when {@code holders} of {@code kept} documents match it. */
    static double weight(int kept, int holders) {
        return holders == 0 ? 0 : Math.log(1 + (kept - holders + 0.5) / (holders + 0.5));
    }

    static boolean isAdmitted(Query query, int missed, double matchedWeight, double allWeight) {
        boolean mayMissOne = query.words() >= MIN_WORDS_TO_MISS_ONE;
        return missed == 0 || (mayMissOne && (missed == 1 || matchedWeight >= ADMITTED_SHARE * allWeight));
    }
}
