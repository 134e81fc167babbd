package ai.xray.store.sql;

import java.util.List;

/** What became of one caller's commit. */
sealed interface Outcome {
    /** Every change is durable; a revision for each. */
    record Committed(List<Long> revisions) implements Outcome {}

    /** Nothing was changed, because this cell was at another revision. */
    record Conflict(String id) implements Outcome {}

    /** The database failed; {@code sentence} says whether anything may have been changed. */
    record Failed(String sentence, Throwable cause) implements Outcome {}
}
