package ai.xray.ranker.lexical;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A query as the ranking sees it.
 *
 * @param id the query as it would be if it were a document's id
 * @param words how many distinct words it has, stop words and function words with them
 * @param tokens the words to look for, each once
 * @param required how many of the tokens are required
 */
record Query(String id, Phrase phrase, int words, List<Token> tokens, int required) {
    /** How much of a query is read, in characters. */
    static final int MAX_CHARS = 2000;

    static Query read(String query) {
        String text = beginning(query);
        Phrase.Builder phrase = new Phrase.Builder();
        Set<String> words = new HashSet<>();
        Map<String, Token.Role> roles = new LinkedHashMap<>();
        Words.read(text, (kind, word) -> {
            phrase.add(kind, word);
            switch (kind) {
                case PART -> {
                    words.add(word);
                    if (!StopWords.contains(word)) {
                        roles.put(word, FunctionWords.contains(word) ? Token.Role.LIGHT : Token.Role.REQUIRED);
                    }
                }
                case RUN ->
                    Words.pairs(word, pair -> {
                        words.add(pair);
                        roles.put(pair, Token.Role.REQUIRED);
                    });
                case WHOLE -> roles.putIfAbsent(word, Token.Role.EXTRA);
            }
        });
        if (!roles.containsValue(Token.Role.REQUIRED)) { // to be or not to be: then they are what is asked for
            roles.replaceAll((_, role) -> role == Token.Role.LIGHT ? Token.Role.REQUIRED : role);
        }
        List<Token> tokens = roles.entrySet().stream()
                .map(token -> new Token(token.getKey(), token.getValue()))
                .toList();
        return new Query(text.strip(), phrase.build(), words.size(), tokens, (int)
                tokens.stream().filter(Token::required).count());
    }

    /** Whether there is anything to rank by. */
    boolean hasWords() {
        return required > 0;
    }

    private static String beginning(String query) {
        if (query.length() <= MAX_CHARS) {
            return query;
        }
        int end = MAX_CHARS;
        while (end > 0 && !Character.isWhitespace(query.charAt(end))) {
            end--;
        }
        return query.substring(0, end > 0 ? end : MAX_CHARS);
    }
}
