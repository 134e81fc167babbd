package ai.xray.store.sql;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Cells, and what a store holds of them. */
final class TestCells {
    private TestCells() {}

    static MemoryCell note(String id, String content) {
        return MemoryCell.cell(id, Kind.NOTE, Instant.EPOCH)
                .title("Note")
                .content(content)
                .build();
    }

    static Map<String, StoredCell> contents(MemoryStore store) throws IOException {
        Map<String, StoredCell> all = new HashMap<>();
        store.scan(stored -> all.put(stored.cell().id(), stored));
        return all;
    }
}
