package ai.xray.ranker.lexical;

import java.util.Arrays;

/** One query's matches, gathered token by token, each token over all documents. Documents are numbers here. */
final class Ranking {
    /** Stands where a document's grade would be, above every grade, so that no match of a hidden document is looked at. */
    private static final byte HIDDEN = Byte.MAX_VALUE;

    private static final int IN_TITLE = 1 << 16;
    private static final int MATCHED = IN_TITLE - 1;

    private final Query query;
    private final Dictionary dictionary;
    private final byte[] grades;
    private final int[] graded;
    private final double[] scores;
    private final double[] matchedWeights;
    private final int[] counts;
    private final int[] matched;
    private int kept;
    private int matchedCount;
    private int gradedCount;
    private double weight;
    private double extraWeight;

    /** A ranking of documents numbered below {@code end}, all hidden as yet. */
    Ranking(Query query, Dictionary dictionary, int end) {
        this.query = query;
        this.dictionary = dictionary;
        grades = new byte[end];
        Arrays.fill(grades, HIDDEN);
        graded = new int[end];
        scores = new double[end];
        matchedWeights = new double[end];
        counts = new int[end];
        matched = new int[end];
    }

    /** Lets a document take part. */
    void keep(int slot) {
        grades[slot] = 0;
        kept++;
    }

    /** Matches every token with the kept documents. */
    void match() {
        for (Token token : query.tokens()) {
            dictionary.matches(token, this::grade);
            count(token);
        }
    }

    /** The weight of the required tokens. */
    double weight() {
        return weight;
    }

    /** The weight of all tokens. */
    double wholeWeight() {
        return weight + extraWeight;
    }

    /** The documents that match enough of the query, in no order. */
    int[] admitted() {
        return Arrays.stream(matched, 0, matchedCount).filter(this::isAdmitted).toArray();
    }

    private boolean isAdmitted(int slot) {
        int missed = query.required() - (counts[slot] & MATCHED);
        return Score.isAdmitted(query, missed, matchedWeights[slot], weight);
    }

    /** The part of the score that comes from single tokens. */
    double tokenScore(int slot) {
        return scores[slot] - Score.MISSED * (weight - matchedWeights[slot]);
    }

    /** Whether the title holds each required token, as one that holds the whole query does. */
    boolean isInTitle(int slot) {
        return counts[slot] / IN_TITLE == query.required();
    }

    private void grade(Word word, Match match) {
        byte inTitle = match.titleGrade();
        byte inBody = match.bodyGrade();
        for (int holder = 0; holder < word.size(); holder++) {
            int slot = word.slot(holder);
            byte known = grades[slot];
            byte grade = word.isInTitle(holder) ? inTitle : inBody;
            if (grade > known) {
                grades[slot] = grade;
                if (known == 0) {
                    graded[gradedCount++] = slot;
                }
            }
        }
    }

    /** Turns the grades of a token, now complete, into scores, and makes room for those of the next. */
    private void count(Token token) {
        double tokenWeight = Score.weight(kept, gradedCount);
        for (int i = 0; i < gradedCount; i++) {
            int slot = graded[i];
            int grade = grades[slot];
            grades[slot] = 0;
            scores[slot] += tokenWeight * Score.value(grade);
            if (token.required()) {
                if (counts[slot] == 0) {
                    matched[matchedCount++] = slot;
                }
                matchedWeights[slot] += tokenWeight;
                counts[slot] += Score.isInTitle(grade) ? IN_TITLE + 1 : 1;
            }
        }
        gradedCount = 0;
        if (token.required()) {
            weight += tokenWeight;
        } else {
            extraWeight += tokenWeight;
        }
    }
}
