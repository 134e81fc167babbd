package ai.xray.memory.internal.merge;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Scope;
import java.util.Optional;

/** Cells of one kind, scope and subject: who may know one of them may know all, and only they are compared. */
public record Circle(Kind kind, Scope scope, Optional<String> subject) {
    /** The circle that {@code cell} belongs to. */
    public static Circle of(MemoryCell cell) {
        return new Circle(cell.kind(), cell.scope(), cell.subject());
    }
}
