package ai.xray.search.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The first half of a text's SHA-256: two texts with the same one are the same text. */
record TextHash(long high, long low) {
    /** The bytes of a hash in a file. */
    static final int BYTES = 16;

    static TextHash of(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return read(ByteBuffer.wrap(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    static TextHash read(ByteBuffer from) {
        return new TextHash(from.getLong(), from.getLong());
    }

    void write(ByteBuffer to) {
        to.putLong(high).putLong(low);
    }
}
