package ai.xray.embedder.table;

import ai.xray.wordpiece.WordPiece;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A row of numbers per word piece, in falling order of how much they tell, so that the first so many of each row are a smaller
 * table. Immutable and thread-safe.
 */
final class WordTable {
    private static final int MAGIC = 0x58525754;
    private static final int FORM = 1;
    private static final int HASH_BYTES = 32;

    private final Header header;
    private final WordPiece wordPiece;
    private final float[] scales;
    private final byte[] rows;

    private WordTable(Header header, WordPiece wordPiece, float[] scales, byte[] rows) {
        this.header = header;
        this.wordPiece = wordPiece;
        this.scales = scales;
        this.rows = rows;
    }

    /**
     * What stands before the rows.
     *
     * @param pieces how many rows there are
     * @param dimensions how long each is
     * @param hash of all rows, hexadecimal: tables of another hash give vectors that do not compare
     */
    record Header(int pieces, int dimensions, String hash) {
        static Header read(InputStream table) throws IOException {
            return readFrom(new DataInputStream(table));
        }

        private static Header readFrom(DataInputStream in) throws IOException {
            if (in.readInt() != MAGIC || in.readByte() != FORM) {
                throw new IOException("the table of word vectors is not of the form that this version reads");
            }
            return new Header(in.readInt(), in.readInt(), HexFormat.of().formatHex(in.readNBytes(HASH_BYTES)));
        }
    }

    static WordTable read(InputStream table) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(table, 1 << 16));
        Header header = Header.readFrom(in);
        List<String> pieces = new ArrayList<>(header.pieces());
        for (int piece = 0; piece < header.pieces(); piece++) {
            pieces.add(in.readUTF());
        }
        float[] scales = new float[header.pieces()];
        for (int piece = 0; piece < scales.length; piece++) {
            scales[piece] = in.readFloat();
        }
        byte[] rows = new byte[header.pieces() * header.dimensions()];
        in.readFully(rows);
        return new WordTable(header, WordPiece.uncased(pieces), scales, rows);
    }

    Header header() {
        return header;
    }

    WordPiece wordPiece() {
        return wordPiece;
    }

    /** What each row is multiplied with, before any weight; a copy. */
    float[] scales() {
        return scales.clone();
    }

    /** Adds {@code weight} times the beginning of a piece's row to {@code sum}. */
    void add(int piece, float weight, float[] sum) {
        int at = piece * header.dimensions();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += weight * rows[at + i];
        }
    }
}
