package ai.xray.memory.internal.corpus;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.StoredCell;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is kept in heap of every cell.
 *
 * @param bare the cell with its content and data left out
 * @param revision of the version it was taken from
 * @param quotes the ids of the cells that its content repeats
 */
public record Head(MemoryCell bare, long revision, List<String> quotes) {
    static Head of(StoredCell stored) {
        MemoryCell bare = stored.cell()
                .with()
                .content("")
                .data(Map.of())
                .unknown(Map.of())
                .build();
        return new Head(bare, stored.revision(), Quotes.of(stored.cell()));
    }

    public String id() {
        return bare.id();
    }

    public Position position() {
        return new Position(bare.updatedAt(), bare.id());
    }

    /** What it links to or was drawn from. */
    public Stream<String> cites() {
        return Stream.concat(bare.links().stream(), bare.evidenceRefs().stream());
    }
}
