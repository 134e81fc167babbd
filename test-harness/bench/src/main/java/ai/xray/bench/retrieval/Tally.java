package ai.xray.bench.retrieval;

import java.util.Arrays;
import java.util.List;

/** What share of questions found evidence how far up. */
final class Tally {
    /** How far down a ranking is looked at: as far as a search shows that asks for no number. */
    static final int DEPTH = 10;

    private final int[] firstAt = new int[DEPTH];
    private int questions;

    void add(Question question, List<String> ranking) {
        questions++;
        for (int i = 0; i < Math.min(ranking.size(), DEPTH); i++) {
            if (question.evidence().contains(ranking.get(i))) {
                firstAt[i]++;
                return;
            }
        }
    }

    void add(Tally other) {
        questions += other.questions;
        Arrays.setAll(firstAt, i -> firstAt[i] + other.firstAt[i]);
    }

    int questions() {
        return questions;
    }

    /** The share of questions with any of their evidence among the first {@code k}. */
    double recall(int k) {
        return (double) Arrays.stream(firstAt, 0, k).sum() / questions;
    }

    /** The mean of one over the rank of the first evidence; nothing for evidence below {@link #DEPTH}. */
    double reciprocalRank() {
        double sum = 0;
        for (int i = 0; i < DEPTH; i++) {
            sum += firstAt[i] / (i + 1.0);
        }
        return sum / questions;
    }
}
