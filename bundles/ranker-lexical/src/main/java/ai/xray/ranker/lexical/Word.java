package ai.xray.ranker.lexical;

/**
 * A distinct word, and the documents that hold it: those that hold it in their text alone, and those whose title does. A
 * holder is one number, of the document's slot and how often it uses the word. It is the first set rather than has it because
 * most words are held by a few documents, and a ranking would wait for the memory of a further object at each.
 */
final class Word extends Holders {
    private static final Holders NONE = new Holders();

    private final String text;
    private final int number;
    private Holders titles = NONE;

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

    /** Those whose title holds it. */
    Holders titles() {
        return titles;
    }

    int documents() {
        return size() + titles.size();
    }

    void addHolder(int slot, DocumentWords.Use use, int length) {
        if (!use.inTitle()) {
            addHolder(slot, use.times(), length);
            return;
        }
        if (titles == NONE) {
            titles = new Holders();
        }
        titles.addHolder(slot, use.times(), length);
    }

    void removeHolder(int slot, boolean inTitle) {
        (inTitle ? titles : this).removeHolder(slot);
    }
}
