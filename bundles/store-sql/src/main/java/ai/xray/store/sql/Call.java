package ai.xray.store.sql;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One caller's commit on its way through the {@link GroupCommit}. */
final class Call {
    private final List<Change> changes;
    private final long chars;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

    Call(List<Change> changes) {
        this.changes = List.copyOf(changes);
        chars = this.changes.stream()
                .mapToLong(change -> change.document().map(String::length).orElse(0))
                .sum();
    }

    /** A commit that changes no cell: the database is written nevertheless, to see whether it can be. */
    static Call probe() {
        return new Call(List.of());
    }

    List<Change> changes() {
        return changes;
    }

    /** Roughly how much is to be written. */
    long chars() {
        return chars;
    }

    CompletableFuture<Outcome> outcome() {
        return outcome;
    }
}
