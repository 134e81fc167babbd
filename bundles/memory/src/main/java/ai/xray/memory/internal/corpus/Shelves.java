package ai.xray.memory.internal.corpus;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Status;
import ai.xray.search.Ranker;
import ai.xray.search.TextIndex;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One index per ranker that is present. Holds the cells a search can find: active ones, whose deadline the search itself
 * looks at, and no episodic ones. Thread-safe.
 */
public final class Shelves {
    private static final Logger LOG = System.getLogger(Shelves.class.getName());

    private volatile List<Shelf> shelves = List.of();

    Shelves() {}

    /** The index to search: that of the ranker of the highest standing among those that are filled. */
    public Optional<TextIndex<MemoryCell>> best() {
        return shelves.stream().filter(Shelf::filled).findFirst().map(Shelf::index);
    }

    List<Shelf> all() {
        return shelves;
    }

    synchronized Shelf add(Ranker ranker, Standing standing) {
        Shelf shelf = new Shelf(ranker, standing);
        List<Shelf> more = new ArrayList<>(shelves);
        more.add(shelf);
        more.sort(Comparator.comparing(Shelf::standing));
        shelves = List.copyOf(more);
        return shelf;
    }

    synchronized void remove(Ranker ranker) {
        shelves.stream().filter(shelf -> shelf.ranker().equals(ranker)).forEach(Shelf::drop);
        shelves = shelves.stream().filter(shelf -> !shelf.dropped()).toList();
    }

    synchronized void clear() {
        shelves.forEach(Shelf::drop);
        shelves = List.of();
    }

    /** Brings every index up to a cell's new version. */
    void put(MemoryCell cell, Head head) {
        shelves.forEach(shelf -> put(shelf, cell, head));
    }

    void put(Shelf shelf, MemoryCell cell, Head head) {
        if (holds(cell)) {
            change(shelf, target -> target.put(cell, head));
        } else {
            change(shelf, target -> target.remove(cell.id()));
        }
    }

    /** Whether a search may find the cell, whatever its deadline is. */
    static boolean holds(MemoryCell cell) {
        return cell.status() == Status.ACTIVE && cell.kind() != Kind.EPISODIC;
    }

    void remove(String id) {
        shelves.forEach(shelf -> change(shelf, target -> target.remove(id)));
    }

    /**
     * The write is durable by now and must not be reported as failed for a ranker's fault; an index that missed it must not
     * answer any more.
     */
    private void change(Shelf shelf, Consumer<Shelf> change) {
        try {
            change.accept(shelf);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a ranker failed to index and is left out until it is registered anew", e);
            remove(shelf.ranker());
        }
    }
}
