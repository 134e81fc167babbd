package ai.xray.memory.internal.corpus;

import ai.xray.memory.MemoryCell;
import ai.xray.search.SemanticIndex;
import ai.xray.search.SemanticIndexes;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The index of cells by what they mean, while there is a service that keeps one. Holds the same cells as {@link Shelves}. A
 * service that stands before the one that serves is filled behind; the old one serves until then, or until it goes.
 */
public final class Meanings {
    private static final double ALL_BUT_FEW = 0.99;

    /** Handing over so many takes some milliseconds. */
    private static final int HANDED_AT_ONCE = 1000;

    private final SemanticIndexes.Texts texts;
    private final Filling filling;
    private final SortedMap<Standing, SemanticIndexes> services = new TreeMap<>();
    private volatile Optional<Kept> serving = Optional.empty();
    private volatile Optional<Kept> successor = Optional.empty();
    private boolean begun;

    /** Hands over every cell there is. */
    interface Filling {
        int size();

        void fill(Consumer<MemoryCell> bare);
    }

    /** An index of one service. */
    private static final class Kept {
        private final SemanticIndexes service;
        private final SemanticIndex<MemoryCell> index;
        private volatile boolean isHandedAll;

        Kept(SemanticIndexes service, SemanticIndexes.Texts texts) {
            this.service = service;
            this.index = service.open(texts);
        }

        boolean isOf(SemanticIndexes other) {
            return service.equals(other);
        }

        void put(MemoryCell bare) {
            if (Shelves.holds(bare)) {
                index.put(bare.id(), bare);
            } else {
                index.remove(bare.id());
            }
        }

        /** Whether searches lose nothing when this takes the place of {@code other}. */
        boolean isAsFarAs(Kept other) {
            return isHandedAll
                    && index.progress().embedded()
                            >= ALL_BUT_FEW * other.index.progress().embedded();
        }
    }

    Meanings(SemanticIndexes.Texts texts, Filling filling) {
        this.texts = texts;
        this.filling = filling;
    }

    /** The index to ask. */
    public Optional<SemanticIndex<MemoryCell>> index() {
        if (successor.isPresent()) {
            promote();
        }
        return serving.map(kept -> kept.index);
    }

    /** Why the index to ask may not know of all cells, in words. */
    public Optional<String> remark() {
        return serving.filter(kept -> !kept.isHandedAll).map(_ -> "the index by meaning is being filled");
    }

    synchronized void add(SemanticIndexes service, Standing standing) {
        services.put(standing, service);
        choose();
    }

    /** What of it serves is let go of; a successor serves as far as it is. */
    synchronized void remove(SemanticIndexes service) {
        services.values().remove(service);
        if (successor.filter(kept -> kept.isOf(service)).isPresent()) {
            successor = closed(successor);
        }
        Optional<Kept> gone = serving.filter(kept -> kept.isOf(service));
        if (gone.isPresent()) {
            Optional<Kept> next = successor.or(this::ofBest);
            successor = Optional.empty();
            serving = next; // at once, so that no search comes upon nothing
            next.filter(kept -> !kept.isHandedAll).ifPresent(this::fill);
            closed(gone);
        }
        choose();
    }

    /** The cells are there to be indexed. */
    synchronized void begin() {
        begun = true;
        choose();
    }

    synchronized void close() {
        begun = false;
        serving = closed(serving);
        successor = closed(successor);
    }

    /** Brings the index up to a cell's new version, of which it needs no content: texts are fetched when they are embedded. */
    void put(MemoryCell bare) {
        // The successor first: it may become the one that serves in between.
        successor.ifPresent(kept -> kept.put(bare));
        serving.ifPresent(kept -> kept.put(bare));
    }

    void remove(String id) {
        successor.ifPresent(kept -> kept.index.remove(id));
        serving.ifPresent(kept -> kept.index.remove(id));
    }

    private void choose() {
        if (!begun || services.isEmpty()) {
            return;
        }
        SemanticIndexes best = services.firstEntry().getValue();
        if (serving.isEmpty()) {
            serving = ofBest();
            serving.ifPresent(this::fill);
        } else if (serving.get().isOf(best)) {
            successor = closed(successor);
        } else if (successor.filter(kept -> kept.isOf(best)).isEmpty()) {
            closed(successor);
            successor = Optional.of(new Kept(best, texts));
            fill(successor.get());
        }
    }

    private Optional<Kept> ofBest() {
        return begun && !services.isEmpty()
                ? Optional.of(new Kept(services.firstEntry().getValue(), texts))
                : Optional.empty();
    }

    /** Behind, unless that takes but a moment. */
    private void fill(Kept kept) {
        Runnable work = () -> {
            filling.fill(kept::put);
            kept.isHandedAll = true;
        };
        if (filling.size() <= HANDED_AT_ONCE) {
            work.run();
        } else {
            Thread.ofPlatform().daemon().name("xray-memory-mean").start(work);
        }
    }

    private synchronized void promote() {
        if (successor.isPresent() && serving.isPresent() && successor.get().isAsFarAs(serving.get())) {
            SemanticIndex<MemoryCell> old = serving.get().index;
            serving = successor;
            successor = Optional.empty();
            // Not by the search that came upon it: an index waits for its embedder when it is closed.
            Thread.ofPlatform().daemon().name("xray-memory-close").start(old::close);
        }
    }

    private static Optional<Kept> closed(Optional<Kept> kept) {
        kept.ifPresent(each -> each.index.close());
        return Optional.empty();
    }
}
