package ai.xray.memory.internal;

import ai.xray.memory.Refusal;
import ai.xray.memory.internal.corpus.Position;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;

/**
 * Where a page of a list ended, as an opaque text. It carries the place itself rather than a count, so that cells written
 * or deleted meanwhile neither shift nor repeat what follows.
 */
final class Cursor {
    private static final char SEPARATOR = ' ';
    private static final int MAX_CHARS =
            2000; // four bytes for each character of the longest id, in Base64, and the time

    private Cursor() {}

    static String of(Position position) {
        String text = position.updatedAt().toString() + SEPARATOR + position.id();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The place that {@code cursor} tells; a refusal when it is not one of {@link #of}. */
    static Position read(String cursor) {
        if (cursor.length() > MAX_CHARS) {
            throw refused(null);
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(cursor);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            int separator = text.indexOf(SEPARATOR);
            if (separator < 0) {
                throw refused(null);
            }
            return new Position(Instant.parse(text.substring(0, separator)), text.substring(separator + 1));
        } catch (IllegalArgumentException | CharacterCodingException | DateTimeException e) {
            throw refused(e);
        }
    }

    private static Refusal refused(Exception cause) {
        Refusal refusal = Refusal.invalid(
                "cursor", "cursor: is not one that a page gave; pass a page's own, or none to start at the newest.");
        if (cause != null) {
            refusal.initCause(cause);
        }
        return refusal;
    }
}
