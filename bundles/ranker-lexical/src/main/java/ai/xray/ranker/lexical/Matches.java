package ai.xray.ranker.lexical;

import java.util.Arrays;

/**
 * Which words a query's tokens match, and in what form: from a token to its words, and back. A match is a number; those of a
 * token follow one another. Used again for query after query, for a new one would cost more than most queries do.
 */
final class Matches {
    private static final int NONE = 0;
    private static final int MIN_CAPACITY = 256;

    /** By a word's number, its last match. */
    private int[] lastOfWord = {};

    private int[] before = new int[MIN_CAPACITY];
    private int[] tokens = new int[MIN_CAPACITY];
    private Form[] forms = new Form[MIN_CAPACITY];
    private Word[] words = new Word[MIN_CAPACITY];
    private int end = NONE + 1;
    private int token = -1;

    /** Makes room for matches of words with numbers below {@code count}. */
    void ensureWords(int count) {
        if (lastOfWord.length < count) {
            lastOfWord = new int[count + (count >> 2)];
        }
    }

    /** What is added from now on are matches of this token; the number of the first. */
    int begin(int next) {
        token = next;
        return end;
    }

    /** Notes a match, unless the token is known to match the word in as good a form. */
    void add(Word word, Form form) {
        int last = lastOfWord[word.number()];
        if (last != NONE && tokens[last] == token) {
            if (form.compareTo(forms[last]) > 0) {
                forms[last] = form;
            }
            return;
        }
        if (end == words.length) {
            grow();
        }
        lastOfWord[word.number()] = end;
        before[end] = last;
        tokens[end] = token;
        forms[end] = form;
        words[end] = word;
        end++;
    }

    /** The number after the last. */
    int end() {
        return end;
    }

    Word word(int match) {
        return words[match];
    }

    Form form(int match) {
        return forms[match];
    }

    int token(int match) {
        return tokens[match];
    }

    /** The last match of the word with this number, or 0. */
    int lastOf(int word) {
        return lastOfWord[word];
    }

    /** The match of the same word before this one, or 0. */
    int before(int match) {
        return before[match];
    }

    void clear() {
        for (int match = NONE + 1; match < end; match++) {
            lastOfWord[words[match].number()] = NONE;
            words[match] = null;
        }
        end = NONE + 1;
        token = -1;
    }

    private void grow() {
        int capacity = 2 * end;
        before = Arrays.copyOf(before, capacity);
        tokens = Arrays.copyOf(tokens, capacity);
        forms = Arrays.copyOf(forms, capacity);
        words = Arrays.copyOf(words, capacity);
    }
}
