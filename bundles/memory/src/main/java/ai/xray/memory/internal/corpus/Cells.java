package ai.xray.memory.internal.corpus;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.Refusal;
import ai.xray.memory.StoreChange;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import ai.xray.memory.internal.merge.Arrivals;
import ai.xray.memory.internal.merge.Circle;
import ai.xray.memory.internal.merge.Fingerprint;
import ai.xray.memory.internal.merge.Restatements;
import ai.xray.search.Ranker;
import ai.xray.search.SemanticIndexes;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The cells of one store, with the corpus, the indexes and the listeners kept up to them. Thread-safe. */
public final class Cells implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Cells.class.getName());
    private static final int MOST_ATTEMPTS = 64;
    private static final long FIRST_PAUSE_MILLIS = 500;
    private static final long LONGEST_PAUSE_MILLIS = 30_000;

    private final MemoryStore store;
    private final Listeners listeners;
    private final Stripes stripes = new Stripes();
    private final Circles circles = new Circles();
    private final Arrivals arrivals = new Arrivals();
    private final Corpus corpus = new Corpus();
    private final Shelves shelves = new Shelves();
    private final Meanings meanings = new Meanings(this::texts, new All());
    private final Restatements restatements = new Restatements();
    private final Set<String> doubted = ConcurrentHashMap.newKeySet(); // written, or not: the store did not tell
    private AutoCloseable subscription = () -> {};
    private boolean opened;

    public Cells(MemoryStore store, Listeners listeners) {
        this.store = store;
        this.listeners = listeners;
    }

    /** Loads every cell. To be called once, after the rankers that are there from the start were added. */
    public void open() throws IOException {
        List<Shelf> present;
        synchronized (this) {
            opened = true;
            present = shelves.all();
        }
        subscription = store.listen(this::hear); // before the scan: what it misses is heard
        try {
            store.scan(stored -> stripes.holding(List.of(stored.cell().id()), () -> load(stored)));
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
        present.forEach(Shelf::setFilled);
        meanings.begin();
    }

    @Override
    public void close() throws IOException {
        shelves.clear();
        meanings.close();
        try {
            subscription.close();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the store does not let go of its listener", e);
        }
    }

    /**
     * In what the corpus and the indexes differ from the store, a sentence each. Writes go on meanwhile and are told from
     * damage.
     */
    public List<String> damage() throws IOException {
        settle();
        return new Inspection(store, stripes, corpus, shelves).damage();
    }

    public Corpus corpus() {
        return corpus;
    }

    public Shelves shelves() {
        return shelves;
    }

    public Meanings meanings() {
        return meanings;
    }

    /** Which cells restate which, of all that were acknowledged or heard of. */
    public Restatements restatements() {
        return restatements;
    }

    /** Gives the ranker an index of its own; once cells are loaded, that is filled in the background before it is used. */
    public void add(Ranker ranker, Standing standing) {
        Shelf shelf;
        synchronized (this) {
            shelf = shelves.add(ranker, standing);
            if (!opened) {
                return;
            }
        }
        Thread.ofPlatform().daemon().name("xray-memory-fill").start(() -> fill(shelf));
    }

    public void remove(Ranker ranker) {
        shelves.remove(ranker);
    }

    /** Has cells indexed by what they mean, from when they are loaded, behind everything else. */
    public void add(SemanticIndexes indexes, Standing standing) {
        meanings.add(indexes, standing);
    }

    public void remove(SemanticIndexes indexes) {
        meanings.remove(indexes);
    }

    /** All cells, each under the lock of its id, so that a version that is older by now is not put in place of a newer one. */
    private final class All implements Meanings.Filling {
        @Override
        public int size() {
            return corpus.size();
        }

        @Override
        public void fill(Consumer<MemoryCell> taker) {
            for (String id : corpus.all().keySet()) {
                stripes.<Void, RuntimeException>holding(List.of(id), () -> {
                    corpus.head(id).ifPresent(head -> taker.accept(head.bare()));
                    return null;
                });
            }
        }
    }

    private Map<String, String> texts(Collection<String> ids) throws IOException {
        Map<String, String> texts = HashMap.newHashMap(ids.size());
        store.get(ids).forEach((id, stored) -> texts.put(id, EmbeddingText.of(stored.cell())));
        return texts;
    }

    public Optional<StoredCell> get(String id) throws IOException {
        return store.get(id);
    }

    public Map<String, StoredCell> get(Collection<String> ids) throws IOException {
        return store.get(ids);
    }

    /**
     * Carries out a plan for {@code ids} and answers its outcome. When it returns, the writes are durable and every search
     * and list knows of them. The plan may write no other ids, and its maker must not write by itself.
     */
    public <T> T write(Collection<String> ids, Plan.Maker<T> maker) throws IOException {
        return stripes.holding(ids, () -> {
            for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
                Plan<T> plan = maker.plan(store.get(ids));
                if (plan.writes().isEmpty() || commit(plan.writes())) {
                    return plan.outcome();
                }
            }
            throw Refusal.of(
                    Refusal.Code.UNAVAILABLE, "Other writers keep changing the same cell; try again in a moment.");
        });
    }

    /**
     * Makes up for failed writes: what the store could not be asked about when they failed is read now, so that corpus,
     * restatements and indexes are what the store holds. To be called before any of them is looked into, by whoever holds no
     * lock of ids.
     */
    public void settle() throws IOException {
        List<String> ids = List.copyOf(doubted);
        if (!ids.isEmpty()) {
            stripes.<Void, IOException>holding(ids, () -> {
                readAgain(ids);
                return null;
            });
        }
    }

    /** What is done while others are kept from a circle. */
    public interface Search<T> {
        T run() throws IOException;
    }

    /**
     * Runs {@code search}, which may {@link #write} a new cell to {@code circle} but change none there, while no merge runs for
     * the circle and nothing is added to it that restates {@code print}: of two restatements at a time the second finds the
     * cell of the first. Strangers are added beside each other.
     */
    public <T> T adding(Circle circle, Fingerprint print, Search<T> search) throws IOException {
        return arrivals.<T, IOException>arriving(
                circle,
                print,
                () -> circles.<T, IOException>adding(circle, () -> {
                    settle();
                    return search.run();
                }));
    }

    /**
     * Runs {@code search}, which may {@link #write}, while no other runs for {@code circle}.
     *
     * <p>No deadlock comes of this or of {@link #adding}: whoever holds a lock of ids never asks for one of these, whoever is in
     * one of these asks for no second, and ids are locked in one order. So calls must not be nested, nor be made by a plan's
     * maker.
     */
    public <T> T merging(Circle circle, Search<T> search) throws IOException {
        return circles.<T, IOException>merging(circle, () -> {
            settle();
            return search.run();
        });
    }

    private boolean commit(List<MemoryWrite> writes) throws IOException {
        List<Long> revisions;
        try {
            revisions = store.commit(writes);
        } catch (StoreConflict e) {
            return false;
        } catch (IOException e) {
            doubt(writes, e);
            throw e;
        }
        for (int i = 0; i < writes.size(); i++) {
            switch (writes.get(i)) {
                case MemoryWrite.Put put -> take(new StoredCell(put.cell(), revisions.get(i)));
                case MemoryWrite.Delete delete -> forget(delete.id(), revisions.get(i));
            }
        }
        return true;
    }

    /** A commit that failed may have happened all the same: the store is asked, now or as soon as it answers. */
    private void doubt(List<MemoryWrite> writes, IOException failure) {
        List<String> ids = writes.stream().map(MemoryWrite::id).toList();
        doubted.addAll(ids);
        try {
            readAgain(ids);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private void readAgain(List<String> ids) throws IOException {
        Map<String, StoredCell> held = store.get(ids);
        for (String id : ids) {
            Optional.ofNullable(held.get(id)).ifPresentOrElse(this::take, () -> forget(id));
            doubted.remove(id);
        }
    }

    private void hear(StoreChange change) {
        stripes.<Void, RuntimeException>holding(List.of(change.id()), () -> {
            change.cell()
                    .ifPresentOrElse(
                            cell -> take(new StoredCell(cell, change.revision())),
                            () -> forget(change.id(), change.revision()));
            return null;
        });
    }

    /** Takes in what was there before the server was: no news to any listener. */
    private Optional<Corpus.Change> load(StoredCell stored) {
        Head head = Head.of(stored);
        Optional<Corpus.Change> change = corpus.put(head);
        change.ifPresent(taken -> {
            restatements.put(stored.cell());
            shelves.put(stored.cell(), head);
            meanings.put(head.bare());
        });
        return change;
    }

    private void take(StoredCell stored) {
        load(stored).ifPresent(listeners::publish);
    }

    private void forget(String id) {
        // Whatever revision the delete got, it is not less.
        corpus.head(id).ifPresent(known -> forget(id, known.revision() + 1));
    }

    private void forget(String id, long revision) {
        corpus.remove(id, revision).ifPresent(change -> {
            restatements.remove(id);
            shelves.remove(id);
            meanings.remove(id);
            listeners.publish(change);
        });
    }

    /**
     * Fills an index beside running writes. These reach it since before the scan began, and under the lock of its id a
     * scanned cell is put only while no newer version is known, so the index ends up with the newest of each.
     */
    private void fill(Shelf shelf) {
        long pause = FIRST_PAUSE_MILLIS;
        try {
            do {
                try {
                    store.scan(stored -> stripes.holding(List.of(stored.cell().id()), () -> fill(shelf, stored)));
                    shelf.setFilled();
                    return;
                } catch (IOException e) {
                    LOG.log(Level.WARNING, "an index cannot be filled yet: the store fails; it is tried again", e);
                    pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
                }
            } while (!shelf.awaitDrop(pause));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean fill(Shelf shelf, StoredCell stored) {
        take(stored); // another writer's commit may be in the scan before it is heard
        boolean newest = !shelf.dropped() && corpus.holds(stored.cell().id(), stored.revision());
        if (newest) {
            shelves.put(shelf, stored.cell(), Head.of(stored));
        }
        return newest;
    }
}
