package ai.xray.ranker.lexical;

import java.util.List;

/**
 * Holders of words that one token matches, all in the same place, and all in full or all as look-alikes: what gives a
 * document about the same.
 *
 * @param token its number
 * @param bit what stands for the token in {@link Sums}
 * @param inTitle whether these hold the words in their titles
 * @param most no document gets more from this layer
 * @param size how many holders there are, a document as often as it is one
 */
record Layer(int token, long bit, boolean inTitle, List<Part> parts, double most, long size) {
    /**
     * The holders of one word.
     *
     * @param worth of the word where it says the most it can
     * @param always what a match counts however often the document uses the word
     */
    record Part(Holders holders, double worth, double always) {}

    /** Adds what every kept document gets from this layer, or of them only those there is a sum of. */
    void addTo(Sums sums, boolean onlyKnown, Kept kept, int[] lengths, Saturation saturation) {
        for (Part part : parts) {
            Holders holders = part.holders();
            for (int i = 0; i < holders.size(); i++) {
                int slot = holders.slot(i);
                if (onlyKnown ? sums.tokens(slot) != 0 : kept.contains(slot)) {
                    double saturated = saturation.of(holders.times(i), lengths[slot]);
                    sums.add(slot, bit, part.worth() * saturated + part.always());
                }
            }
        }
    }
}
