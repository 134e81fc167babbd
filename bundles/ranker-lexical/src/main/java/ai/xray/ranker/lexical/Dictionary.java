package ai.xray.ranker.lexical;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
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
        return word;
    }

    /** Forgets a word that no document holds any more. */
    void remove(Word word) {
        words.remove(word.text());
        numbered.clear(word.number());
        for (long gram : Grams.ofWord(word.text())) {
            SortedInts numbers = wordsByGram.get(gram);
            numbers.removeFrom(word.number());
            if (numbers.size() == 0) {
                wordsByGram.remove(gram);
            }
        }
    }

    int size() {
        return words.size();
    }

    /** Every word that {@code token} matches, and how; a word may come more than once. */
    void matches(Token token, BiConsumer<Word, Match> found) {
        String text = token.text();
        containing(text, word -> {
            if (word.text().length() == text.length()) {
                found.accept(word, Match.EXACT);
            } else {
                found.accept(word, word.text().startsWith(text) ? Match.PREFIX : Match.SUBSTRING);
            }
        });
        if (token.matchesEdited()) {
            edited(text, word -> found.accept(word, Match.EDITED));
        }
    }

    private void containing(String text, Consumer<Word> found) {
        Consumer<Word> check = word -> {
            if (word.text().contains(text)) {
                found.accept(word);
            }
        };
        if (text.length() == 1) {
            numbered.forEach((_, word) -> check.accept(word));
        } else {
            withAll(Grams.within(text), check);
        }
    }

    private void edited(String text, Consumer<Word> found) {
        Consumer<Word> check = word -> {
            if (OneEdit.apart(text, word.text())) {
                found.accept(word);
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
