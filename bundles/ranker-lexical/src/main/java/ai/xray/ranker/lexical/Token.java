package ai.xray.ranker.lexical;

/**
 * A word to look for.
 *
 * @param required whether a document without it misses something
 */
record Token(String text, boolean required) {
    private static final int MIN_EDITED_CHARS = 3;

    /** Whether a word one edit away is taken for it; in shorter ones a single edit leaves too little. */
    boolean matchesEdited() {
        return text.codePointCount(0, text.length()) >= MIN_EDITED_CHARS;
    }
}
