package ai.xray.ranker.lexical;

import java.util.Set;

/**
 * English words that make a question of what is asked for. Unlike {@linkplain StopWords stop words} they can be searched for;
 * beside other words of a query they count for little and are not missed.
 */
final class FunctionWords {
    private static final Set<String> WORDS = Set.of(
            "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "did", "do", "does", "done",
            "doing", "has", "have", "had", "having", "be", "been", "being", "am", "were", "will", "would", "can",
            "could", "should", "may", "might", "shall", "must", "my", "me", "we", "us", "our", "you", "your", "he",
            "him", "his", "she", "her", "they", "them", "their", "these", "those", "its", "there", "here", "if", "so",
            "than", "then", "but", "not", "about", "into", "any", "some");

    private FunctionWords() {}

    static boolean contains(String word) {
        return WORDS.contains(word);
    }
}
