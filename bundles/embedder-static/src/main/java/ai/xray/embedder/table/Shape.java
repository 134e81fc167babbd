package ai.xray.embedder.table;

/**
 * What vectors are made of and how.
 *
 * @param table a hash of the table
 * @param dimensions their length
 * @param maxInputChars how many chars of a text count
 */
record Shape(String table, int dimensions, int maxInputChars) {
    private static final int HASH_CHARS = 12;

    /** Of the vectors of no corpus. */
    String fingerprint() {
        return "static-all-minilm-l6-v2;table=%s;dims=%d;chars=%d"
                .formatted(table.substring(0, HASH_CHARS), dimensions, maxInputChars);
    }
}
