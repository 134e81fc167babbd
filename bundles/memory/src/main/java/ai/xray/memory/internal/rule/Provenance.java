package ai.xray.memory.internal.rule;

import ai.xray.memory.Author;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;

/** Who may change whose cells, and whose a cell is after a change. */
public final class Provenance {
    private Provenance() {}

    /** Refuses a derived write to a human cell; {@code action} completes "a derived write may not". */
    public static void check(Author author, MemoryCell cell, String action) {
        if (author.origin() == Origin.DERIVED && cell.origin() == Origin.HUMAN) {
            throw Refusal.of(
                    Refusal.Code.FORBIDDEN,
                    "id: a derived write may not %s the cell '%s', which a human wrote; write a cell of your own beside it."
                            .formatted(action, cell.id()));
        }
    }

    /**
     * The origin of a cell that {@code author} wrote again word for word. Only a derived cell gains by that: whoever
     * repeats it stands behind it, and the others already have someone who does.
     */
    static Origin restated(Author author, MemoryCell cell) {
        return cell.origin() == Origin.DERIVED ? author.origin() : cell.origin();
    }
}
