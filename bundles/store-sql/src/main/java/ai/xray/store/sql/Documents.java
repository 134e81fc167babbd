package ai.xray.store.sql;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.memory.CellFields;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import ai.xray.memory.StoredCell;
import ai.xray.store.sql.CellReader.Row;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

/** A cell's JSON document. */
final class Documents {
    /** The most characters of a document: more would hold up every other writer for too long. */
    static final int MAX_CHARS = 64 << 20;

    private final String place;
    private final int maxChars;

    /** @param place the database, for messages */
    Documents(String place, int maxChars) {
        this.place = place;
        this.maxChars = maxChars;
    }

    /**
     * The document of a cell.
     *
     * @throws Refusal when there is none that {@link #decode} would read back: better refused now than lost later
     */
    String encode(MemoryCell cell) {
        String document;
        try {
            document = Json.write(CellFields.of(cell));
            Json.read(document);
        } catch (JsonException | IllegalArgumentException e) {
            throw Refusal.of(
                    Refusal.Code.INVALID_ARGUMENT,
                    "The cell '%s' cannot be stored as JSON: %s."
                            .formatted(Spelling.excerpt(cell.id()), e.getMessage()));
        }
        if (document.length() > maxChars) {
            throw Refusal.tooLarge(
                    "data",
                    "data: the cell '%s' has %,d characters as JSON; at most %,d can be stored."
                            .formatted(Spelling.excerpt(cell.id()), document.length(), maxChars));
        }
        return document;
    }

    StoredCell decode(Row row) throws IOException {
        return new StoredCell(decode(row.id(), row.document()), row.revision());
    }

    MemoryCell decode(String id, String document) throws IOException {
        return decode(id, () -> Json.readObject(document));
    }

    /** Unlike the others this reads nothing into bytes that are not UTF-8. */
    MemoryCell decode(String id, byte[] document) throws IOException {
        return decode(id, () -> Json.asObject(Json.read(document)));
    }

    private MemoryCell decode(String id, Supplier<Map<String, Object>> fields) throws IOException {
        try {
            return CellFields.toCell(fields.get());
        } catch (JsonException | Refusal e) {
            throw new IOException(unreadable(id, e.getMessage()), e);
        }
    }

    /** The sentence for a cell that is stored and cannot be read. */
    String unreadable(String id, String why) {
        return "The memory store %s holds a cell '%s' that cannot be read (%s); correct or delete that row, or restore a backup."
                .formatted(place, Spelling.excerpt(id), why);
    }
}
