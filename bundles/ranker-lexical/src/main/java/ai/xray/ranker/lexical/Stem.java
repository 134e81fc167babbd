package ai.xray.ranker.lexical;

/**
 * What the inflections of an English word have in common: plural, past, participle, and a few endings that make a noun or
 * adverb of a verb or adjective. It is a key to compare, not a word. Endings are cut only where enough is left to tell words
 * apart; a word that is not of the letters a to z is its own stem, and so words of other languages mostly are.
 */
final class Stem {
    /** Shorter words are their own stems. */
    private static final int MIN_CHARS = 4;

    private static final int MIN_LEFT = 3;
    private static final int MIN_LEFT_OF_VERB = 2;

    /** Endings and what stands for them; the first that fits is taken. */
    private static final String[][] DERIVED = {
        {"ational", "at"},
        {"ization", "iz"},
        {"ation", "at"},
        {"ator", "at"},
        {"fulness", "ful"},
        {"iveness", "iv"},
        {"ment", ""},
        {"ness", ""},
        {"tional", "tion"},
        {"ally", "al"},
        {"ion", ""},
    };

    private Stem() {}

    static String of(String word) {
        if (word.length() < MIN_CHARS || !isPlain(word)) {
            return word;
        }
        return withoutLastVowel(underived(infinitive(singular(word))));
    }

    private static boolean isPlain(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) < 'a' || word.charAt(i) > 'z') {
                return false;
            }
        }
        return true;
    }

    private static String singular(String word) {
        if (word.endsWith("ies")) {
            return cut(word, 3) + "y";
        }
        if (word.endsWith("sses") || word.endsWith("shes") || word.endsWith("ches") || word.endsWith("xes")) {
            return cut(word, 2);
        }
        boolean isPlural = word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us") && !word.endsWith("is");
        return isPlural ? cut(word, 1) : word;
    }

    private static String infinitive(String word) {
        int ending = word.endsWith("ing") ? 3 : word.endsWith("ed") && !word.endsWith("eed") ? 2 : 0;
        if (ending == 0 || word.length() - ending < MIN_LEFT_OF_VERB || !hasVowel(cut(word, ending))) {
            return word;
        }
        String verb = cut(word, ending);
        return verb.length() > MIN_LEFT_OF_VERB && endsDoubled(verb) ? cut(verb, 1) : verb;
    }

    /** Planned is of plan; but called is of call, passed of pass, buzzed of buzz, and agreed of agree. */
    private static boolean endsDoubled(String verb) {
        char last = verb.charAt(verb.length() - 1);
        return last == verb.charAt(verb.length() - 2) && "aeioulsz".indexOf(last) < 0;
    }

    private static String underived(String word) {
        for (String[] ending : DERIVED) {
            int left = word.length() - ending[0].length();
            if (left >= (ending[0].length() > MIN_LEFT ? MIN_LEFT : MIN_CHARS)
                    && word.endsWith(ending[0])
                    && hasVowel(word.substring(0, left))) {
                return word.substring(0, left) + ending[1];
            }
        }
        return word;
    }

    /** Love, loved and loving meet here; so do city and cities. */
    private static String withoutLastVowel(String word) {
        if (word.length() >= MIN_CHARS && word.endsWith("y")) {
            return cut(word, 1) + "i";
        }
        return word.length() >= MIN_CHARS && word.endsWith("e") ? cut(word, 1) : word;
    }

    private static boolean hasVowel(String word) {
        return word.chars().anyMatch(c -> "aeiouy".indexOf(c) >= 0);
    }

    private static String cut(String word, int chars) {
        return word.substring(0, word.length() - chars);
    }
}
