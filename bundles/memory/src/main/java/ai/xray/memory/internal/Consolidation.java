package ai.xray.memory.internal;

import ai.xray.memory.Author;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.Origin;
import ai.xray.memory.Status;
import ai.xray.memory.StoredCell;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Corpus;
import ai.xray.memory.internal.corpus.Head;
import ai.xray.memory.internal.corpus.Plan;
import ai.xray.memory.internal.corpus.View;
import ai.xray.memory.internal.merge.Circle;
import ai.xray.memory.internal.merge.Fingerprint;
import ai.xray.memory.internal.rule.Authoring;
import ai.xray.memory.internal.rule.DraftRules;
import ai.xray.memory.internal.rule.Retirement;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds cells that restate others, and retires them.
 *
 * <p>A cluster is one keeper and cells each of which restates <em>it</em>: likeness is not transitive, and a chain of cells
 * that resemble their neighbours may end far from where it began. The cell that is most to be kept is the first keeper; what
 * restates it is taken out, and so on.
 *
 * <p>A derived caller changes no human cell. Of a human cell's derived restatements it may retire those, but not list them on
 * the keeper: each then names the keeper in its own {@code data.restates}.
 */
final class Consolidation {
    /** The most restatements of one cluster; what is more is left for the next run. Bounds the transaction. */
    static final int MOST_RESTATEMENTS = 256;

    private static final String RESTATES = "restates";
    private static final List<Origin> DEAREST_FIRST =
            List.of(Origin.HUMAN, Origin.VERIFIED, Origin.OBSERVED, Origin.DERIVED);
    private static final Comparator<MemoryCell> KEEPER_FIRST = Comparator.comparingInt(
                    (MemoryCell cell) -> DEAREST_FIRST.indexOf(cell.origin()))
            .thenComparing(MemoryCell::confidence, Comparator.reverseOrder())
            .thenComparing(MemoryCell::createdAt)
            .thenComparing(MemoryCell::id);

    private final Cells cells;
    private final InstantSource clock;

    Consolidation(Cells cells, InstantSource clock) {
        this.cells = cells;
        this.clock = clock;
    }

    /**
     * Cells that say the same.
     *
     * @param keeper the id of the cell that stays
     * @param restatements the ids of those that restate it, at least one, the first to be kept first
     */
    record Cluster(String keeper, List<String> restatements) {
        Cluster {
            restatements = List.copyOf(restatements);
        }
    }

    /**
     * The clusters among the active cells in view of a caller that presents {@code subject}. With {@code apply} the
     * restatements become superseded, one cluster at a time and each whole or not at all, and only what was retired is
     * answered; a failure in between leaves the earlier clusters retired.
     *
     * @param kind empty for all; a kind that does not merge has no clusters
     */
    List<Cluster> run(Optional<Kind> kind, Optional<String> subject, boolean apply, Author author) throws IOException {
        Set<Kind> kinds = kind.stream().collect(Collectors.toUnmodifiableSet());
        DraftRules.kinds("kind", kinds);
        subject.ifPresent(DraftRules::subject);
        View view = new View(subject, kinds, Optional.of(Status.ACTIVE), List.of(), clock.instant());
        cells.settle();
        List<Cluster> found = clusters(view, author);
        if (!apply) {
            return found;
        }
        List<Cluster> retired = new ArrayList<>();
        for (Cluster cluster : found) {
            retire(cluster, author).ifPresent(retired::add);
        }
        return List.copyOf(retired);
    }

    private List<Cluster> clusters(View view, Author author) {
        Corpus corpus = cells.corpus();
        List<Head> heads =
                corpus.newest(Optional.empty(), view.and(cell -> cell.kind().merges()), Integer.MAX_VALUE);
        Set<String> settled = new HashSet<>();
        List<Cluster> clusters = new ArrayList<>();
        for (MemoryCell keeper : keepersFirst(heads)) {
            if (settled.add(keeper.id())) {
                Predicate<MemoryCell> free = cell -> !settled.contains(cell.id()) && mayRetire(author, cell);
                List<Head> restating = corpus.heads(cells.restatements().of(keeper.id()), view.and(free));
                List<String> restatements = keepersFirst(restating).stream()
                        .limit(MOST_RESTATEMENTS)
                        .map(MemoryCell::id)
                        .toList();
                if (!restatements.isEmpty()) {
                    settled.addAll(restatements);
                    clusters.add(new Cluster(keeper.id(), restatements));
                }
            }
        }
        return List.copyOf(clusters);
    }

    private static List<MemoryCell> keepersFirst(List<Head> heads) {
        return heads.stream().map(Head::bare).sorted(KEEPER_FIRST).toList();
    }

    /** Retires what of the cluster is still one when the locks are held; empty when nothing is. */
    private Optional<Cluster> retire(Cluster cluster, Author author) throws IOException {
        List<String> ids = new ArrayList<>(cluster.restatements());
        ids.add(cluster.keeper());
        return cells.write(ids, current -> {
            Instant now = clock.instant();
            StoredCell keeper = current.get(cluster.keeper());
            if (keeper == null || keeper.cell().statusAt(now) != Status.ACTIVE) {
                return Plan.nothing(Optional.empty());
            }
            Fingerprint print = Fingerprint.of(keeper.cell());
            List<StoredCell> restatements = cluster.restatements().stream()
                    .map(current::get)
                    .filter(stored -> stored != null
                            && mayRetire(author, stored.cell())
                            && isBehind(stored.cell(), keeper.cell())
                            && stored.cell().statusAt(now) == Status.ACTIVE
                            && Circle.of(stored.cell()).equals(Circle.of(keeper.cell()))
                            && print.restates(Fingerprint.of(stored.cell())))
                    .toList();
            return restatements.isEmpty()
                    ? Plan.nothing(Optional.empty())
                    : retirement(keeper, restatements, author, now).map(Optional::of);
        });
    }

    private static Plan<Cluster> retirement(
            StoredCell keeper, List<StoredCell> restatements, Author author, Instant now) {
        List<String> ids =
                restatements.stream().map(stored -> stored.cell().id()).toList();
        boolean listed = mayChange(author, keeper.cell());
        List<MemoryWrite> writes = new ArrayList<>();
        for (StoredCell stored : restatements) {
            MemoryCell cell = listed
                    ? stored.cell()
                    : naming(stored.cell(), List.of(keeper.cell().id()));
            writes.add(new MemoryWrite.Put(Retirement.superseded(cell, now), stored.revision()));
        }
        if (listed) {
            MemoryCell listing = naming(keeper.cell(), ids)
                    .with()
                    .updatedAt(Authoring.touched(keeper.cell(), now))
                    .build();
            writes.add(new MemoryWrite.Put(listing, keeper.revision()));
        }
        return new Plan<>(writes, new Cluster(keeper.cell().id(), ids));
    }

    /** The cell with {@code ids} added to its {@code data.restates}; whatever else than a list is there is replaced. */
    private static MemoryCell naming(MemoryCell cell, List<String> ids) {
        Set<Object> named = new LinkedHashSet<>();
        if (cell.data().get(RESTATES) instanceof List<?> before) {
            named.addAll(before);
        }
        named.addAll(ids);
        Map<String, Object> data = new LinkedHashMap<>(cell.data());
        data.put(RESTATES, List.copyOf(named));
        return cell.with().data(data).build();
    }

    private static boolean isBehind(MemoryCell cell, MemoryCell keeper) {
        return KEEPER_FIRST.compare(keeper, cell) < 0;
    }

    private static boolean mayRetire(Author author, MemoryCell cell) {
        return cell.kind().merges() && mayChange(author, cell);
    }

    private static boolean mayChange(Author author, MemoryCell cell) {
        return author.origin() != Origin.DERIVED || cell.origin() != Origin.HUMAN;
    }
}
