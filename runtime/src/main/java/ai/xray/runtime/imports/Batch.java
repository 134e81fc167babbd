package ai.xray.runtime.imports;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lines that are sent at once. Not thread-safe. */
final class Batch {
    /** The most lines of one. */
    static final int MAX_LINES = 500;

    /** The most bytes of one that has more than one line. */
    static final int MAX_BYTES = 8 * 1024 * 1024;

    private static final Pattern LINE = Pattern.compile("^line (\\d{1,4})\\b");

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final List<Integer> numbers = new ArrayList<>();

    /** Whether a line of {@code bytes} may be added. */
    boolean takes(int bytes) {
        return numbers.isEmpty() || (numbers.size() < MAX_LINES && body.size() + bytes < MAX_BYTES);
    }

    /** Adds a line, which is number {@code number} of all. */
    void add(byte[] line, int number) {
        body.writeBytes(line);
        body.write('\n');
        numbers.add(number);
    }

    int lines() {
        return numbers.size();
    }

    byte[] body() {
        return body.toByteArray();
    }

    /** {@code sentence}, which calls lines by their place in this batch, with their names among all. */
    String rename(String sentence, LineNames names) {
        Matcher matcher = LINE.matcher(sentence);
        if (!matcher.find()) {
            return sentence;
        }
        int place = Integer.parseInt(matcher.group(1));
        boolean ours = place >= 1 && place <= numbers.size();
        return ours ? names.of(numbers.get(place - 1)) + sentence.substring(matcher.end()) : sentence;
    }
}
