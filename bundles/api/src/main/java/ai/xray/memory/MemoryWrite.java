package ai.xray.memory;

/** One write of a commit, compared and set on the revision its author saw. */
public sealed interface MemoryWrite {
    /** The id of the cell that is written. */
    String id();

    /** The revision the store must hold for the write to happen; {@link #ABSENT} for "no such cell". */
    long expected();

    /** The {@link #expected()} of a cell that must not exist. */
    long ABSENT = 0;

    /** Stores the cell in place of revision {@code expected}. */
    record Put(MemoryCell cell, long expected) implements MemoryWrite {
        @Override
        public String id() {
            return cell.id();
        }
    }

    /** Removes the cell at revision {@code expected}. */
    record Delete(String id, long expected) implements MemoryWrite {}
}
