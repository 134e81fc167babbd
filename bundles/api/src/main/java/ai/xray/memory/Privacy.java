package ai.xray.memory;

import java.util.Optional;

/** Who may see a cell. Every read, write, count, suggestion and event asks here and nowhere else. */
public final class Privacy {
    private Privacy() {}

    /** Whether a cell of this scope and kind is private at all. */
    public static boolean isPrivate(Scope scope, Kind kind) {
        return scope == Scope.PRIVATE || kind == Kind.SYSTEM_CONFIGURATION;
    }

    /**
     * Whether a call that presents {@code presented} may know that the cell exists. A private cell needs its exact
     * subject; a public one is visible to all.
     */
    public static boolean mayKnow(Scope scope, Kind kind, Optional<String> subject, Optional<String> presented) {
        return !isPrivate(scope, kind) || (subject.isPresent() && subject.equals(presented));
    }

    /**
     * Whether a search or list that presents {@code presented} returns the cell: without a subject the public cells, with
     * one that subject's cells and the public cells that have no subject.
     */
    public static boolean inView(Scope scope, Kind kind, Optional<String> subject, Optional<String> presented) {
        return mayKnow(scope, kind, subject, presented)
                && (presented.isEmpty() || subject.isEmpty() || subject.equals(presented));
    }

    /** {@link #mayKnow(Scope, Kind, Optional, Optional)} of a whole cell. */
    public static boolean mayKnow(MemoryCell cell, Optional<String> presented) {
        return mayKnow(cell.scope(), cell.kind(), cell.subject(), presented);
    }
}
