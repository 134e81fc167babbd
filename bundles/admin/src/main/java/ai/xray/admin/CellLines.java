package ai.xray.admin;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.memory.CellFields;
import ai.xray.memory.MemoryArchive;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cells as JSON Lines: one object a line, in UTF-8; blank lines are skipped.
 *
 * @param cells at most {@link MemoryArchive#MAX_TAKEN}
 * @param numbers of the lines of {@code cells}, from 1
 */
record CellLines(List<MemoryCell> cells, List<Integer> numbers) {
    private static final Pattern FIELD_OF_CELL = Pattern.compile("(cells\\[(\\d+)\\]\\.).*", Pattern.DOTALL);
    private static final int BUFFER_BYTES = 64 * 1024;

    /**
     * Reads all lines.
     *
     * @param mostBytes of all together
     * @throws Refusal when there are more bytes or cells than allowed, or a line is no cell; it names the line
     */
    static CellLines read(InputStream in, long mostBytes) throws IOException {
        Reader reader = new Reader();
        byte[] buffer = new byte[BUFFER_BYTES];
        long bytes = 0;
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            bytes += count;
            checkSize(bytes, mostBytes);
            reader.add(buffer, count);
        }
        reader.endLine();
        return new CellLines(reader.cells, reader.numbers);
    }

    /** Refuses a body of more than {@code most} bytes. */
    static void checkSize(long bytes, long most) {
        if (bytes > most) {
            throw Refusal.tooLarge(
                    "body", "body: has more than the %d bytes that are allowed; send it in parts.".formatted(most));
        }
    }

    /** {@code refusal} of one of {@link #cells} by its index, told by its line; any other as it is. */
    Refusal byLine(Refusal refusal) {
        Matcher field = FIELD_OF_CELL.matcher(refusal.field().orElse(""));
        return field.matches()
                ? LineRefusal.of(numbers.get(Integer.parseInt(field.group(2))), field.group(1), refusal)
                : refusal;
    }

    /** Takes bytes apart into lines as they come. */
    private static final class Reader {
        private final List<MemoryCell> cells = new ArrayList<>();
        private final List<Integer> numbers = new ArrayList<>();
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private int number;

        void add(byte[] bytes, int count) {
            int start = 0;
            for (int i = 0; i < count; i++) {
                if (bytes[i] == '\n') {
                    line.write(bytes, start, i - start);
                    endLine();
                    start = i + 1;
                }
            }
            line.write(bytes, start, count - start);
        }

        void endLine() {
            number++;
            byte[] bytes = line.toByteArray();
            line.reset();
            if (isBlank(bytes)) {
                return;
            }
            if (cells.size() == MemoryArchive.MAX_TAKEN) {
                throw Refusal.tooLarge(
                        "body",
                        "body: has more than the %d lines that are allowed; send it in parts."
                                .formatted(MemoryArchive.MAX_TAKEN));
            }
            cells.add(cell(bytes));
            numbers.add(number);
        }

        private MemoryCell cell(byte[] json) {
            try {
                return CellFields.toCell(Json.asObject(Json.read(json)));
            } catch (JsonException e) {
                String field = "line " + number;
                // The parser counts lines too, but was given this one only.
                String why = e.getMessage().replace("at line 1, column", "at column");
                Refusal refusal = Refusal.invalid(field, "%s: %s.".formatted(field, why));
                refusal.initCause(e);
                throw refusal;
            } catch (Refusal e) {
                throw LineRefusal.of(number, "", e);
            }
        }

        private static boolean isBlank(byte[] line) {
            for (byte b : line) {
                if (b != ' ' && b != '\t' && b != '\r') {
                    return false;
                }
            }
            return true;
        }
    }
}
