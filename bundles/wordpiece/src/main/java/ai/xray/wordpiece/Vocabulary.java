package ai.xray.wordpiece;

import java.util.Arrays;
import java.util.List;

/**
 * The pieces of a vocabulary, found by their characters. Two open hash tables lie in one: pieces that begin a word, and pieces
 * that continue one (written with {@code ##} in front). Immutable.
 */
final class Vocabulary {
    static final int NONE = -1;

    private static final String CONTINUES = "##";
    /** Of the polynomial hash. */
    static final int BASE = 31;

    private final List<String> pieces;
    private final char[] text;
    /** Where the characters of a piece begin in {@link #text}; one more than there are pieces. */
    private final int[] begins;

    private final int[] beginning;
    private final int[] continuing;
    private final int longest;

    Vocabulary(List<String> pieces) {
        this.pieces = List.copyOf(pieces);
        int slots = Integer.highestOneBit(Math.max(pieces.size(), 1)) * 4;
        beginning = new int[slots];
        continuing = new int[slots];
        Arrays.fill(beginning, NONE);
        Arrays.fill(continuing, NONE);
        begins = new int[pieces.size() + 1];
        StringBuilder all = new StringBuilder();
        int most = 0;
        for (int id = 0; id < pieces.size(); id++) {
            String piece = pieces.get(id);
            String characters = continues(piece) ? piece.substring(CONTINUES.length()) : piece;
            all.append(characters);
            begins[id + 1] = all.length();
            most = Math.max(most, characters.length());
        }
        text = all.toString().toCharArray();
        longest = most;
        for (int id = 0; id < pieces.size(); id++) {
            put(continues(pieces.get(id)) ? continuing : beginning, id);
        }
    }

    private static boolean continues(String piece) {
        return piece.length() > CONTINUES.length() && piece.startsWith(CONTINUES);
    }

    private void put(int[] table, int id) {
        int slot = slot(hash(text, begins[id], begins[id + 1]));
        while (table[slot] != NONE) {
            slot = (slot + 1) & (table.length - 1);
        }
        table[slot] = id;
    }

    int size() {
        return pieces.size();
    }

    String piece(int id) {
        return pieces.get(id);
    }

    /** The number of the piece of this name, or {@link #NONE}. */
    int id(String piece) {
        char[] word = (continues(piece) ? piece.substring(CONTINUES.length()) : piece).toCharArray();
        int hash = hash(word, 0, word.length);
        return continues(piece) ? continuing(word, 0, word.length, hash) : beginning(word, 0, word.length, hash);
    }

    static int hash(char[] word, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = BASE * hash + word[i];
        }
        return hash;
    }

    /** In chars. */
    int longest() {
        return longest;
    }

    /** The piece that begins a word with these characters, or {@link #NONE}. */
    int beginning(char[] word, int from, int to, int hash) {
        return find(beginning, word, from, to, hash);
    }

    /** The piece that continues a word with these characters, or {@link #NONE}. */
    int continuing(char[] word, int from, int to, int hash) {
        return find(continuing, word, from, to, hash);
    }

    private int find(int[] table, char[] word, int from, int to, int hash) {
        int slot = slot(hash);
        while (table[slot] != NONE) {
            int id = table[slot];
            if (Arrays.equals(text, begins[id], begins[id + 1], word, from, to)) {
                return id;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return NONE;
    }

    private int slot(int hash) {
        int mixed = hash * 0x9E3779B9;
        return (mixed ^ mixed >>> 15) & (beginning.length - 1);
    }
}
