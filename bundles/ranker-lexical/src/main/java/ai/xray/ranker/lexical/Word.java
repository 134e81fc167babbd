package ai.xray.ranker.lexical;

/**
 * A distinct word, and the documents that hold it: twice the slot of each, and one more if its title holds the word. It is
 * that set rather than has it because most words are held by a few documents, and a ranking would wait for the memory of a
 * further object at each.
 */
final class Word extends SortedInts {
    private final String text;
    private final int number;

    Word(String text, int number) {
        this.text = text;
        this.number = number;
    }

    String text() {
        return text;
    }

    /** Its number in the dictionary. */
    int number() {
        return number;
    }

    /** The slot of a holder. */
    int slot(int holder) {
        return get(holder) >>> 1;
    }

    boolean isInTitle(int holder) {
        return (get(holder) & 1) != 0;
    }

    void addHolder(int slot, boolean inTitle) {
        add(slot << 1 | (inTitle ? 1 : 0));
    }

    void removeHolder(int slot) {
        removeFrom(slot << 1);
    }
}
