package ai.xray.memory.internal.corpus;

import ai.xray.memory.MemoryCell;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What of a cell is embedded. */
final class EmbeddingText {
    /** The most bytes of UTF-8: more than that most models cut off, and it is the beginning that tells what a text is about. */
    static final int MAX_BYTES = 1_800;

    private EmbeddingText() {}

    /** Kind, scope, subject, title and content with spaces between them, cut between two characters. */
    static String of(MemoryCell cell) {
        String text = Stream.of(
                        cell.kind().wire(),
                        cell.scope().wire(),
                        cell.subject().orElse(""),
                        cell.title(),
                        cell.content())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
        return text.substring(0, end(text));
    }

    private static int end(String text) {
        int bytes = 0;
        int end = 0;
        while (end < text.length()) {
            int character = text.codePointAt(end);
            bytes += bytesOf(character);
            if (bytes > MAX_BYTES) {
                break;
            }
            end += Character.charCount(character);
        }
        return end;
    }

    private static int bytesOf(int character) {
        if (character < 0x80) {
            return 1;
        }
        if (character < 0x800) {
            return 2;
        }
        return character < 0x10000 ? 3 : 4;
    }
}
