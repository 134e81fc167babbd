package ai.xray.ranker.lexical;

import java.time.Instant;
import java.util.Map;

/** What the index keeps of a document. */
final class Entry {
    private static final int TITLE_BIT = 1;
    private static final int TIMES_SHIFT = 1;
    private static final int WORD_SHIFT = 4;
    private static final int TIMES = (1 << (WORD_SHIFT - TIMES_SHIFT)) - 1;

    private final String id;
    private final Phrase title;
    private final Instant updatedAt;
    private final int length;
    private final int[] uses;

    /** A document whose words are in the dictionary, or come into it now. */
    Entry(String id, DocumentWords words, Instant updatedAt, Dictionary dictionary) {
        this.id = id;
        this.title = words.title();
        this.updatedAt = updatedAt;
        this.length = words.length();
        uses = new int[words.uses().size()];
        int i = 0;
        for (Map.Entry<String, DocumentWords.Use> use : words.uses().entrySet()) {
            uses[i++] = dictionary.word(use.getKey()).number() << WORD_SHIFT
                    | use.getValue().times() << TIMES_SHIFT
                    | (use.getValue().inTitle() ? TITLE_BIT : 0);
        }
    }

    String id() {
        return id;
    }

    Phrase title() {
        return title;
    }

    Instant updatedAt() {
        return updatedAt;
    }

    /** In words. */
    int length() {
        return length;
    }

    /** How many distinct words it has. */
    int words() {
        return uses.length;
    }

    /** The number of one of its words. */
    int word(int use) {
        return uses[use] >>> WORD_SHIFT;
    }

    /** How often it uses that word. */
    int times(int use) {
        return (uses[use] >>> TIMES_SHIFT) & TIMES;
    }

    boolean isInTitle(int use) {
        return (uses[use] & TITLE_BIT) != 0;
    }
}
