package ai.xray.embedder.distill;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * The file of a table: {@code XRWT}, the version of the form, the numbers of pieces and dimensions, a SHA-256 of what follows
 * (a table is known by it, as two machines may make tables that differ in roundings and then in whole axes); then each
 * piece's name, each row's scale, and the rows in signed bytes of that scale. Big-endian.
 */
final class TableFile {
    private static final int MAGIC = 0x58525754;
    private static final int FORM = 1;
    private static final int LARGEST_BYTE = 127;

    private TableFile() {}

    static byte[] write(List<String> pieces, float[][] rows) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream content = new DataOutputStream(body);
        for (String piece : pieces) {
            content.writeUTF(piece);
        }
        byte[] bytes = new byte[rows.length * rows[0].length];
        for (int row = 0; row < rows.length; row++) {
            content.writeFloat(quantize(rows[row], bytes, row * rows[row].length));
        }
        content.write(bytes);

        ByteArrayOutputStream file = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(file);
        out.writeInt(MAGIC);
        out.writeByte(FORM);
        out.writeInt(rows.length);
        out.writeInt(rows[0].length);
        out.write(sha256(body.toByteArray()));
        body.writeTo(out);
        return file.toByteArray();
    }

    /** Answers the scale: what one step of a byte stands for. */
    private static float quantize(float[] row, byte[] into, int at) {
        float largest = 0;
        for (float value : row) {
            largest = Math.max(largest, Math.abs(value));
        }
        float scale = largest / LARGEST_BYTE;
        for (int i = 0; i < row.length; i++) {
            into[at + i] = (byte) (scale == 0 ? 0 : Math.round(row[i] / scale));
        }
        return scale;
    }

    private static byte[] sha256(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
