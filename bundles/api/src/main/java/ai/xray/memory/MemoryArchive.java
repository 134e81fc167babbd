package ai.xray.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * All cells, whoever's they are, for the operator of the store: to move them, to save them, to look for damage. Neither
 * privacy nor provenance holds here; whoever hands out what this gives has made sure that an operator asks. Thread-safe.
 */
public interface MemoryArchive {
    /** The most cells of one {@link #take}. */
    int MAX_TAKEN = 1000;

    /** How many cells there are. */
    long size();

    /** Hands every cell of one state of the store to {@code visitor}, in the order of {@link MemoryStore#scan}. */
    void export(Consumer<MemoryCell> visitor) throws IOException;

    /**
     * Writes cells as they are, with their origin, status and instants, all of them or none, as one commit. Doing it again
     * changes nothing.
     *
     * @param cells at most {@value #MAX_TAKEN}
     * @param existing which version stays where a cell is there that differs
     * @param preview whether only to tell what would be done
     * @throws Refusal when a cell breaks a bound of its fields, or an id is there twice; its field is
     *     {@code cells[n].<field>}, n from 0
     */
    Taken take(List<MemoryCell> cells, Existing existing, boolean preview) throws IOException;

    /**
     * Writes one consistent copy of the store to a new file; commits are not held up. What is at {@code file} is whole or
     * nothing.
     *
     * @throws Refusal when the store is one that is not copied this way
     */
    void backUp(Path file) throws IOException;

    /** What is wrong with the stored data or with what is kept of it in heap; empty when both are sound. Reads everything. */
    List<Damage> damage() throws IOException;

    /**
     * Something that is wrong.
     *
     * @param inStore whether the stored data are damaged; otherwise an index of them is
     * @param sentence what is wrong and what to do
     */
    record Damage(boolean inStore, String sentence) {}

    /** Which version of a cell stays. */
    enum Existing implements Named {
        /** The one with the later {@code updatedAt}; the one that is there when they are equal. */
        NEWER,
        /** The one that is there. */
        KEEP,
        /** The one that comes. */
        REPLACE
    }

    /**
     * What became of cells.
     *
     * @param created were not there
     * @param replaced took the place of another version
     * @param unchanged were there already
     * @param kept were there in another version, which stays
     */
    record Taken(long created, long replaced, long unchanged, long kept) {
        /** Of none. */
        public static final Taken NONE = new Taken(0, 0, 0, 0);

        /** Of both. */
        public Taken plus(Taken other) {
            return new Taken(
                    created + other.created, replaced + other.replaced, unchanged + other.unchanged, kept + other.kept);
        }
    }
}
