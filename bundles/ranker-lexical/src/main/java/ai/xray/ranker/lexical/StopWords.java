package ai.xray.ranker.lexical;

import java.util.Set;

/**
 * English words that say nothing of what a text is about. The list is short on purpose: the weights already make little of
 * words that every document holds, and a word left out here cannot be searched for.
 */
final class StopWords {
    private static final Set<String> WORDS = Set.of(
            "a", "an", "and", "are", "as", "at", "by", "for", "from", "i", "in", "is", "it", "of", "on", "or", "that",
            "the", "this", "to", "was", "with");

    private StopWords() {}

    static boolean contains(String word) {
        return WORDS.contains(word);
    }
}
