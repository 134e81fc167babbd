package ai.xray.memory.internal.corpus;

import ai.xray.memory.MemoryCell;
import ai.xray.search.SemanticIndex;
import ai.xray.search.SemanticIndexes;
import java.util.Optional;

/** The index of cells by what they mean, while there is a service that keeps one. Holds the same cells as {@link Shelves}. */
public final class Meanings {
    private SemanticIndexes service;
    private volatile Optional<SemanticIndex<MemoryCell>> index = Optional.empty();

    Meanings() {}

    /** The index to ask. */
    public Optional<SemanticIndex<MemoryCell>> index() {
        return index;
    }

    synchronized void open(SemanticIndexes newService, SemanticIndexes.Texts texts) {
        index.ifPresent(SemanticIndex::close);
        service = newService;
        index = Optional.of(newService.open(texts));
    }

    /** Does nothing when another service took the place of this one already. */
    synchronized void close(SemanticIndexes gone) {
        if (gone.equals(service)) {
            close();
        }
    }

    synchronized void close() {
        index.ifPresent(SemanticIndex::close);
        index = Optional.empty();
        service = null;
    }

    /** Brings the index up to a cell's new version, of which it needs no content: texts are fetched when they are embedded. */
    void put(MemoryCell bare) {
        index.ifPresent(open -> {
            if (Shelves.holds(bare)) {
                open.put(bare.id(), bare);
            } else {
                open.remove(bare.id());
            }
        });
    }

    void remove(String id) {
        index.ifPresent(open -> open.remove(id));
    }
}
