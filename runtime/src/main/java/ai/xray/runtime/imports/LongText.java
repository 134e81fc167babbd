package ai.xray.runtime.imports;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Cuts a text that is too long for one cell, where a reader would: before headings, else between paragraphs, lines, words,
 * and only then between characters. Joined, the parts are the text.
 */
final class LongText {
    // Each splits behind what it keeps, so that nothing is lost.
    private static final List<Pattern> CUTS = List.of(
            Pattern.compile("(?m)(?=^#{1,6} )"),
            Pattern.compile("(?<=\n\n)"),
            Pattern.compile("(?<=\n)"),
            Pattern.compile("(?<= )"));

    private final int maxBytes;

    LongText(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** The parts of {@code text}, each of at most that many bytes of UTF-8; one when it fits. */
    List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        split(text, 0, parts);
        return parts;
    }

    private void split(String text, int level, List<String> parts) {
        if (bytes(text) <= maxBytes) {
            parts.add(text);
        } else if (level == CUTS.size()) {
            cut(text, parts);
        } else {
            pack(text, level, parts);
        }
    }

    /** Joins as many neighbouring pieces as fit; one that does not fit alone is split further and joined with none. */
    private void pack(String text, int level, List<String> parts) {
        StringBuilder joined = new StringBuilder();
        int joinedBytes = 0;
        for (String piece : CUTS.get(level).split(text, -1)) {
            int bytes = bytes(piece);
            if (joinedBytes + bytes > maxBytes && joinedBytes > 0) {
                parts.add(joined.toString());
                joined.setLength(0);
                joinedBytes = 0;
            }
            if (bytes > maxBytes) {
                split(piece, level + 1, parts);
            } else {
                joined.append(piece);
                joinedBytes += bytes;
            }
        }
        if (joinedBytes > 0) {
            parts.add(joined.toString());
        }
    }

    private void cut(String text, List<String> parts) {
        int start = 0;
        int bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int next = text.offsetByCodePoints(i, 1);
            int more = bytes(text.substring(i, next));
            if (bytes + more > maxBytes) {
                parts.add(text.substring(start, i));
                start = i;
                bytes = 0;
            }
            bytes += more;
            i = next;
        }
        parts.add(text.substring(start));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
