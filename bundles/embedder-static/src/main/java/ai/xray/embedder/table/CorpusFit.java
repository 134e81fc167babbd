package ai.xray.embedder.table;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * In how many texts of a corpus each piece occurs. Immutable.
 *
 * <p>As bytes: the version of the form, the number of pieces, the number of texts, then for each piece that occurs how many
 * further it is than the one before and in how many texts it is. Numbers are in groups of seven bits, lowest first.
 */
final class CorpusFit {
    private static final int FORM = 1;

    private final int texts;
    private final int[] textsWith;

    CorpusFit(int texts, int[] textsWith) {
        this.texts = texts;
        this.textsWith = textsWith.clone();
    }

    /**
     * How much a piece counts: its smoothed inverse document frequency, about 0 for one in every text, most for one in none,
     * as what has not been seen yet is rare.
     */
    float weight(int piece) {
        int with = textsWith[piece];
        return (float) Math.log1p((texts - with + 0.5) / (with + 0.5));
    }

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORM);
            write(textsWith.length, out);
            write(texts, out);
            int last = 0;
            for (int piece = 0; piece < textsWith.length; piece++) {
                if (textsWith[piece] > 0) {
                    write(piece - last, out);
                    write(textsWith[piece], out);
                    last = piece;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    /**
     * @param pieces how many the table has
     * @throws IllegalArgumentException when the bytes are no fit of a table with so many pieces
     */
    static CorpusFit decode(byte[] bytes, int pieces) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readByte() != FORM || read(in) != pieces) {
                throw new IllegalArgumentException(
                        "the fit was made by another embedder or another version of this one");
            }
            int texts = read(in);
            int[] textsWith = new int[pieces];
            int piece = 0;
            while (in.available() > 0) {
                piece = Math.addExact(piece, read(in));
                int with = read(in);
                if (piece >= pieces || with > texts || with == 0 || textsWith[piece] != 0) {
                    throw new IllegalArgumentException("the fit is damaged");
                }
                textsWith[piece] = with;
            }
            return new CorpusFit(texts, textsWith);
        } catch (IOException | ArithmeticException e) {
            throw new IllegalArgumentException("the fit is damaged", e);
        }
    }

    private static void write(int number, DataOutputStream out) throws IOException {
        int rest = number;
        while (rest > 0x7F) {
            out.writeByte((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        out.writeByte(rest);
    }

    private static int read(DataInputStream in) throws IOException {
        int number = 0;
        for (int shift = 0; shift < 28; shift += 7) {
            int group = in.readUnsignedByte();
            number |= (group & 0x7F) << shift;
            if (group <= 0x7F) {
                return number;
            }
        }
        throw new EOFException("a number does not end");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CorpusFit fit && texts == fit.texts && Arrays.equals(textsWith, fit.textsWith);
    }

    @Override
    public int hashCode() {
        return 31 * texts + Arrays.hashCode(textsWith);
    }
}
