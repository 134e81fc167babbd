package ai.xray.ranker.lexical;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** What the tokens of a query weigh among the kept documents. */
final class Weights {
    private final double[] weights;
    private final double[] lookAlikes;
    private final double required;
    private final double whole;
    private final double admitting;

    /**
     * Matches the tokens with the words of a dictionary, and weighs them.
     *
     * @param starts is filled with the first match of each token, and the end of all
     */
    Weights(Query query, Dictionary dictionary, int[] starts, Matches matches, Kept kept, int endOfSlots) {
        int count = query.tokens().size();
        weights = new double[count];
        lookAlikes = new double[count];
        Counting counting = new Counting(matches, kept, endOfSlots);
        for (int t = 0; t < count; t++) {
            Token token = query.tokens().get(t);
            starts[t] = matches.begin(t);
            dictionary.matchInFull(token, matches);
            int full = counting.documents(starts[t], matches.end(), true);
            if (full == 0 || !token.isLetter()) {
                dictionary.matchLookAlikes(token, matches);
            }
            int holders = full > 0 ? full : counting.documents(starts[t], matches.end(), false);
            weights[t] = token.role().share() * Score.weight(kept.count(), holders);
            lookAlikes[t] = full > 0 ? Score.LOOK_ALIKE : 1;
        }
        starts[count] = matches.end();
        double[] ofRequired = weightsOf(query, Token::required);
        required = Arrays.stream(ofRequired).sum();
        whole = Arrays.stream(weightsOf(query, token -> token.role() != Token.Role.LIGHT))
                .sum();
        admitting = Arrays.stream(ofRequired)
                .sorted()
                .skip(Math.max(0, ofRequired.length - Score.ADMITTING_TOKENS))
                .sum();
    }

    private double[] weightsOf(Query query, Predicate<Token> which) {
        return IntStream.range(0, weights.length)
                .filter(t -> which.test(query.tokens().get(t)))
                .mapToDouble(t -> weights[t])
                .toArray();
    }

    double of(int token) {
        return weights[token];
    }

    /** What a look-alike of the token is worth: less when a kept document holds the token in full. */
    double lookAlike(int token) {
        return lookAlikes[token];
    }

    /** The sum over the required tokens. */
    double required() {
        return required;
    }

    /** The sum over all tokens but the light ones. */
    double whole() {
        return whole;
    }

    /** The sum over the heaviest of the required tokens: what a document must match a share of. */
    double admitting() {
        return admitting;
    }

    /** Counts documents, each once. */
    private static final class Counting {
        private final Matches matches;
        private final Kept kept;
        private final long[] counted;

        Counting(Matches matches, Kept kept, int endOfSlots) {
            this.matches = matches;
            this.kept = kept;
            counted = new long[(endOfSlots >>> 6) + 1];
        }

        /** How many kept documents hold a word of these matches that is one in full, or is not. */
        int documents(int from, int to, boolean inFull) {
            Word only = null;
            int words = 0;
            for (int match = from; match < to; match++) {
                if (matches.form(match).isFull() == inFull) {
                    only = matches.word(match);
                    words++;
                }
            }
            if (words == 0) {
                return 0;
            }
            if (words == 1 && kept.isAll()) {
                return only.documents();
            }
            Arrays.fill(counted, 0);
            int count = 0;
            for (int match = from; match < to; match++) {
                if (matches.form(match).isFull() == inFull) {
                    count += uncounted(matches.word(match))
                            + uncounted(matches.word(match).titles());
                }
            }
            return count;
        }

        private int uncounted(Holders holders) {
            int count = 0;
            for (int i = 0; i < holders.size(); i++) {
                int slot = holders.slot(i);
                if (kept.contains(slot) && (counted[slot >>> 6] & 1L << slot) == 0) {
                    counted[slot >>> 6] |= 1L << slot;
                    count++;
                }
            }
            return count;
        }
    }
}
