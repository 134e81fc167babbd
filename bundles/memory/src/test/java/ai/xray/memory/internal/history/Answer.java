package ai.xray.memory.internal.history;

import ai.xray.memory.Refusal;
import ai.xray.memory.Upserted;
import java.util.Map;

/** What memory answers. */
sealed interface Answer {
    /** The cells by id. */
    record Cells(Map<String, Facts> cells) implements Answer {
        public Cells {
            cells = Map.copyOf(cells);
        }

        static Cells one(String id, Facts facts) {
            return new Cells(Map.of(id, facts));
        }
    }

    record Written(Upserted.Outcome outcome, String id, Facts facts) implements Answer {}

    record Deleted() implements Answer {}

    record Refused(Refusal.Code code) implements Answer {}

    /** The store failed: it happened or it did not. */
    record Failed() implements Answer {}
}
