package ai.xray.ranker.lexical;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The distinct words of all documents, and the way from a token to the words that it matches.
 *
 * <p>A substring of a word has only n-grams that the word has, so the words with the rarest of them are all that need a
 * look. One edit changes one half of a token and leaves the other at its end of the word, or it swaps the two characters in
 * the middle: the words to look at begin with the first half, end with the second, or are the one with that swap.
 */
final class Dictionary {
    private final Map<String, Word> words = new HashMap<>();
    private final Slots<Word> numbered = new Slots<>();
    private final Map<Long, SortedInts> wordsByGram = new HashMap<>();
    private final Map<String, SortedInts> wordsByStem = new HashMap<>();

    /** The word with this text, made if there is none. */
    Word word(String text) {
        Word known = words.get(text);
        if (known != null) {
            return known;
        }
        Word word = new Word(text, numbered.next());
        words.put(text, word);
        numbered.set(word.number(), word);
        for (long gram : Grams.ofWord(text)) {
            wordsByGram.computeIfAbsent(gram, _ -> new SortedInts()).add(word.number());
        }
        wordsByStem.computeIfAbsent(Stem.of(text), _ -> new SortedInts()).add(word.number());
        return word;
    }

    /** The word with this number. */
    Word word(int number) {
        return numbered.get(number);
    }

    /** Forgets a word that no document holds any more. */
    void remove(Word word) {
        words.remove(word.text());
        numbered.clear(word.number());
        for (long gram : Grams.ofWord(word.text())) {
            remove(word, gram, wordsByGram);
        }
        remove(word, Stem.of(word.text()), wordsByStem);
    }

    private static <K> void remove(Word word, K key, Map<K, SortedInts> wordsByKey) {
        SortedInts numbers = wordsByKey.get(key);
        numbers.removeFrom(word.number());
        if (numbers.size() == 0) {
            wordsByKey.remove(key);
        }
    }

    int size() {
        return words.size();
    }

    /** All numbers of words are below this one. */
    int end() {
        return numbered.end();
    }

    /** The word with this text, or null. */
    Word find(String text) {
        return words.get(text);
    }

    /** Adds every word that is the token, perhaps in another inflection. */
    void matchInFull(Token token, Matches found) {
        String text = token.text();
        SortedInts family = wordsByStem.get(Stem.of(text));
        for (int i = 0; family != null && i < family.size(); i++) {
            Word word = numbered.get(family.get(i));
            found.add(word, word.text().equals(text) ? Form.EXACT : Form.STEM);
        }
    }

    /** Adds every word that looks like the token. */
    void matchLookAlikes(Token token, Matches found) {
        String text = token.text();
        containing(text, found);
        if (token.matchesEdited()) {
            edited(text, found);
        }
    }

    private void containing(String text, Matches found) {
        boolean isGram = text.length() <= Grams.MAX_CHARS; // then every word that has the gram has the text
        withAll(Grams.within(text), word -> {
            if (word.text().startsWith(text)) {
                found.add(word, Form.PREFIX);
            } else if (isGram || word.text().contains(text)) {
                found.add(word, Form.SUBSTRING);
            }
        });
    }

    private void edited(String text, Matches found) {
        Consumer<Word> check = word -> {
            if (OneEdit.apart(text, word.text())) {
                found.add(word, Form.EDITED);
            }
        };
        int middle = text.length() / 2;
        withAll(Grams.beginning(text.substring(0, middle)), check);
        withAll(Grams.ending(text.substring(middle)), check);
        Word swapped = words.get(text.substring(0, middle - 1)
                + text.charAt(middle)
                + text.charAt(middle - 1)
                + text.substring(middle + 1));
        if (swapped != null) {
            check.accept(swapped);
        }
    }

    /** Hands on the words of the rarest gram: all that have every one of {@code grams}, and others. */
    private void withAll(long[] grams, Consumer<Word> candidates) {
        SortedInts rarest = null;
        for (long gram : grams) {
            SortedInts numbers = wordsByGram.get(gram);
            if (numbers == null) {
                return;
            }
            if (rarest == null || numbers.size() < rarest.size()) {
                rarest = numbers;
            }
        }
        for (int i = 0; rarest != null && i < rarest.size(); i++) {
            candidates.accept(numbered.get(rarest.get(i)));
        }
    }
}
