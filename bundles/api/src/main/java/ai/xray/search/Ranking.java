package ai.xray.search;

import java.util.List;

/**
 * What one means found, best first.
 *
 * @param means by which it was ranked
 * @param others documents that it did not rank but another means did, with the scores that this means gives them where it can
 *     tell, in no particular order
 */
public record Ranking(Means means, List<Ranked> ranked, List<Ranked> others) {
    public Ranking {
        ranked = List.copyOf(ranked);
        others = List.copyOf(others);
    }

    /** One that tells nothing of other documents. */
    public Ranking(Means means, List<Ranked> ranked) {
        this(means, ranked, List.of());
    }

    /** A means of ranking; scores of one means are alike from query to query, those of two are not. */
    public enum Means {
        /** By words: scores are those of a {@link TextIndex}. */
        LEXICAL,
        /** By meaning: scores are cosines. */
        SEMANTIC
    }
}
