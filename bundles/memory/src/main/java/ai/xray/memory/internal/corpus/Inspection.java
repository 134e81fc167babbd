package ai.xray.memory.internal.corpus;

import ai.xray.memory.MemoryStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Compares what is kept in heap with what the store holds, beside running writes. What differs at first sight may be a write
 * that came in between, so it is looked at again under the lock of its id; and since the news of another writer's commit takes
 * a moment, once more until a second has passed.
 */
final class Inspection {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int NAMED = 5;
    private static final String REMEDY = "restart the server, which builds it anew";

    private final MemoryStore store;
    private final Stripes stripes;
    private final Corpus corpus;
    private final Shelves shelves;

    Inspection(MemoryStore store, Stripes stripes, Corpus corpus, Shelves shelves) {
        this.store = store;
        this.stripes = stripes;
        this.corpus = corpus;
        this.shelves = shelves;
    }

    /** What differs, a sentence each. */
    List<String> damage() throws IOException {
        List<String> damage = new ArrayList<>();
        List<String> differing = differing();
        if (!differing.isEmpty()) {
            damage.add("%d cells are listed otherwise than the store holds them, among them %s; %s."
                    .formatted(
                            differing.size(),
                            differing.stream()
                                    .limit(NAMED)
                                    .map("'%s'"::formatted)
                                    .collect(Collectors.joining(", ")),
                            REMEDY));
        }
        damage.addAll(stripes.<List<String>, RuntimeException>holdingAll(this::miscounted));
        return damage;
    }

    private List<String> differing() throws IOException {
        Set<String> suspects = suspects();
        List<String> differing = new ArrayList<>();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        for (String suspect : suspects) {
            if (!agrees(suspect, deadline)) {
                differing.add(suspect);
            }
        }
        return differing;
    }

    private Set<String> suspects() throws IOException {
        Map<String, Head> unseen = corpus.all();
        Set<String> suspects = new LinkedHashSet<>();
        store.scan(stored -> {
            String id = stored.cell().id();
            if (!Head.of(stored).equals(unseen.remove(id))) {
                suspects.add(id);
            }
        });
        suspects.addAll(unseen.keySet());
        return suspects;
    }

    private boolean agrees(String id, long deadline) throws IOException {
        while (!agrees(id)) {
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }

    private boolean agrees(String id) throws IOException {
        return stripes.holding(List.of(id), () -> {
            Optional<Head> stored = store.get(id).map(Head::of);
            return stored.equals(corpus.head(id));
        });
    }

    /** An index tells how many it holds, not which; it is to be as many as the corpus has for it. */
    private List<String> miscounted() {
        long wanted = corpus.all().values().stream()
                .filter(head -> Shelves.holds(head.bare()))
                .count();
        return shelves.all().stream()
                .filter(Shelf::filled)
                .filter(shelf -> shelf.index().size() != wanted)
                .map(shelf -> "The index of %s holds %d cells instead of %d; %s."
                        .formatted(
                                shelf.ranker().getClass().getName(),
                                shelf.index().size(),
                                wanted,
                                REMEDY))
                .toList();
    }
}
