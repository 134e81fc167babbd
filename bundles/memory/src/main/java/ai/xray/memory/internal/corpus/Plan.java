package ai.xray.memory.internal.corpus;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.StoredCell;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What is to be written, and what to answer once it is.
 *
 * @param writes all of them or none happen; empty when nothing is to be written
 */
public record Plan<T>(List<MemoryWrite> writes, T outcome) {
    public Plan {
        writes = List.copyOf(writes);
    }

    /** Makes a plan of what the store holds right now; asked again, with fresh cells, when another writer was faster. */
    public interface Maker<T> {
        Plan<T> plan(Map<String, StoredCell> current);
    }

    /** The same writes with an outcome made of this one's. */
    public <R> Plan<R> map(Function<? super T, ? extends R> function) {
        return new Plan<>(writes, function.apply(outcome));
    }

    /** Writes nothing. */
    public static <T> Plan<T> nothing(T outcome) {
        return new Plan<>(List.of(), outcome);
    }

    /** Writes a cell that must not exist yet. */
    public static <T> Plan<T> create(MemoryCell cell, T outcome) {
        return new Plan<>(List.of(new MemoryWrite.Put(cell, MemoryWrite.ABSENT)), outcome);
    }

    /** Writes a cell in place of {@code stored}. */
    public static <T> Plan<T> replace(StoredCell stored, MemoryCell cell, T outcome) {
        return new Plan<>(List.of(new MemoryWrite.Put(cell, stored.revision())), outcome);
    }

    /** Removes {@code stored}. */
    public static <T> Plan<T> delete(StoredCell stored, T outcome) {
        return new Plan<>(List.of(new MemoryWrite.Delete(stored.cell().id(), stored.revision())), outcome);
    }
}
