package ai.xray.search.internal;

import ai.xray.search.Embedder;
import ai.xray.search.SemanticIndex;
import ai.xray.search.SemanticIndexes.Texts;
import ai.xray.search.VectorRanker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** An index that one background thread fills. */
final class BackgroundIndex<A> implements SemanticIndex<A> {
    private static final Logger LOG = System.getLogger(BackgroundIndex.class.getName());

    /** Fewer documents tell nothing of how rare a word is. */
    private static final int LEAST_TO_FIT = 32;

    /** How many documents may wait without a search saying so: they are embedded in a moment. */
    private static final int UNREMARKABLE = 64;

    private static final String NOT_YET = "no vectors are made yet";
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long LONGEST_GOODBYE_MILLIS = 5_000;

    private final Texts texts;
    private final VectorCache cache;
    private final QueryVectors queries;
    private final Consumer<BackgroundIndex<?>> whenClosed;
    private final Map<String, Entry<A>> entries = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Thread worker;

    // Guarded by the lock, but for reading the volatile ones.
    private volatile Chosen chosen = Chosen.NONE;
    private volatile Generation<A> serving;
    private volatile Generation<A> successor;
    private Optional<Maker> due = Optional.empty();
    private int fittedTo;
    private boolean closed;

    /** What the worker does next. */
    private interface Step {
        void run();
    }

    BackgroundIndex(
            Texts texts,
            VectorCache cache,
            QueryVectors queries,
            Chosen chosen,
            Consumer<BackgroundIndex<?>> whenClosed) {
        this.texts = texts;
        this.cache = cache;
        this.queries = queries;
        this.whenClosed = whenClosed;
        // A platform thread: a long computation on a virtual one would take a carrier from all others.
        worker = Thread.ofPlatform().daemon().name("xray-embed").unstarted(this::work);
        use(chosen);
        worker.start();
    }

    /** Lets go of what a ranker that is no more had opened; what is filled in its place serves at once, as far as it is. */
    void useWithout(VectorRanker gone, Chosen other) {
        lock.lock();
        try {
            if (successor != null && successor.isOf(gone)) {
                successor = null;
            }
            if (serving != null && serving.isOf(gone)) {
                serving = successor;
                successor = null;
            }
            use(other);
        } finally {
            lock.unlock();
        }
    }

    /** Takes another embedder or ranker, or none; the vectors that serve do so until those of the other are there. */
    void use(Chosen other) {
        lock.lock();
        try {
            chosen = other;
            due = Optional.empty();
            if (other.equals(Chosen.NONE)) {
                serving = null;
                successor = null;
            } else if (other.maker().isEmpty()) {
                successor = null; // what serves does so as long as its embedder can, and again when that comes back
            } else if (serving != null && serving.adopts(other.maker().get())) {
                successor = null;
            } else if (successor == null || !successor.adopts(other.maker().get())) {
                successor = null;
                due = other.maker();
            }
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void put(String id, A attributes) {
        entries.compute(id, (key, entry) -> {
            if (entry == null) {
                return new Entry<>(attributes);
            }
            entry.attributes(attributes);
            return entry;
        });
        changed(id);
    }

    @Override
    public void remove(String id) {
        Entry<A> entry = entries.remove(id);
        if (entry != null) {
            entry.remove();
            changed(id);
        }
    }

    @Override
    public Question<A> ask(String query) {
        Generation<A> generation = serving;
        if (generation == null) {
            return Answers.none(chosen.why().or(() -> chosen.maker().map(maker -> NOT_YET)));
        }
        try {
            float[] vector = queries.of(generation.embedder(), query);
            if (!generation.fits(vector)) {
                return Answers.none(
                        Optional.of("the embedder gave a vector of %d dimensions, another number than before"
                                .formatted(vector.length)));
            }
            return Answers.from(generation, vector, remark(generation));
        } catch (IOException e) {
            return Answers.none(Optional.of(e.getMessage()));
        }
    }

    @Override
    public Progress progress() {
        Generation<A> now = serving;
        Generation<A> soon = successor;
        int waiting = (now == null ? 0 : now.waiting()) + (soon == null ? 0 : soon.waiting());
        Optional<String> problem = chosen.why()
                .or(() -> now == null ? Optional.empty() : now.problem().or(now::indexProblem));
        return new Progress(
                now == null ? "" : now.embedder().fingerprint(),
                now == null ? 0 : now.size(),
                waiting,
                soon == null ? problem : soon.problem().or(() -> problem));
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            work.signal();
        } finally {
            lock.unlock();
        }
        worker.interrupt();
        try {
            worker.join(LONGEST_GOODBYE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        whenClosed.accept(this);
    }

    private Optional<String> remark(Generation<A> generation) {
        if (chosen.why().isPresent()) {
            return chosen.why();
        }
        int waiting = generation.waiting();
        if (waiting > 0 && generation.problem().isPresent()) {
            return Optional.of("%d texts have no vector yet: %s"
                    .formatted(waiting, generation.problem().get()));
        }
        return waiting > UNREMARKABLE || !generation.filled()
                ? Optional.of("%d texts have no vector yet and are found by their words".formatted(waiting))
                : Optional.empty();
    }

    private void changed(String id) {
        lock.lock();
        try {
            if (serving != null) {
                serving.expect(id);
            }
            if (successor != null) {
                successor.expect(id);
            }
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        try {
            for (Optional<Step> step = next(); step.isPresent(); step = next()) {
                step.get().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the end that close() asked for
        }
    }

    /** Waits for something to do; empty when this is closed. */
    private Optional<Step> next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed) {
                settle();
                if (due.isPresent()) {
                    Maker maker = due.get();
                    due = Optional.empty();
                    return Optional.of(() -> begin(maker));
                }
                long now = System.nanoTime();
                long pause = LONGEST_WAIT_NANOS;
                for (Generation<A> generation : generations()) {
                    if (generation.waiting() > 0) {
                        if (generation.pauseNanos(now) == 0) {
                            return Optional.of(() -> embed(generation));
                        }
                        pause = Math.min(pause, generation.pauseNanos(now));
                    }
                }
                work.awaitNanos(pause);
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** The one that serves first: what is written is to be found soon. */
    private List<Generation<A>> generations() {
        List<Generation<A>> generations = new ArrayList<>(2);
        Optional.ofNullable(serving).ifPresent(generations::add);
        Optional.ofNullable(successor).ifPresent(generations::add);
        return generations;
    }

    /** Lets the successor serve once it is filled, however much is written meanwhile, and has one made when the corpus has doubled since the last fit. */
    private void settle() {
        if (successor != null && successor.filled()) {
            serving = successor;
            successor = null;
            cache.trim(serving.embedder());
            LOG.log(Level.INFO, "Vectors of {0} serve now.", serving.embedder().fingerprint());
        }
        boolean doubled = entries.size() >= LEAST_TO_FIT && entries.size() >= 2 * fittedTo;
        if (serving != null && successor == null && doubled) {
            due = chosen.maker();
            fittedTo = entries.size();
        }
    }

    private void begin(Maker maker) {
        List<String> ids = List.copyOf(entries.keySet());
        boolean enough = ids.size() >= LEAST_TO_FIT;
        Embedder fitted = enough ? fitted(maker.embedder(), ids) : maker.embedder();
        lock.lock();
        try {
            boolean stillWanted = chosen.maker().filter(maker::equals).isPresent();
            boolean news = serving == null || !serving.isMadeBy(maker.with(fitted));
            if (!stillWanted || !news) {
                return;
            }
            fittedTo = enough ? ids.size() : 0;
            Generation<A> generation = new Generation<>(maker.with(fitted), entries.keySet());
            if (serving == null) {
                serving = generation;
            } else {
                successor = generation;
            }
        } finally {
            lock.unlock();
        }
    }

    private Embedder fitted(Embedder model, List<String> ids) {
        try {
            return model.fittedTo(Sample.of(ids, texts));
        } catch (UncheckedIOException e) {
            LOG.log(Level.WARNING, "words are not weighted by how rare they are: {0}", e.getMessage());
            return model;
        }
    }

    private void embed(Generation<A> generation) {
        List<String> ids = generation.take();
        try {
            embed(generation, ids);
            generation.succeeded(ids);
        } catch (IOException | RuntimeException e) {
            boolean isStopping = Thread.currentThread().isInterrupted();
            if (generation.problem().isEmpty() && !isStopping) {
                LOG.log(Level.WARNING, "texts are not embedded for now: {0}", e.getMessage());
            }
            generation.failed(ids, String.valueOf(e.getMessage()), System.nanoTime());
        }
    }

    private void embed(Generation<A> generation, List<String> ids) throws IOException {
        Map<String, String> found = texts.of(ids);
        Map<String, TextHash> changed = new LinkedHashMap<>();
        Map<TextHash, String> wanted = new LinkedHashMap<>();
        for (String id : ids) {
            Entry<A> entry = entries.get(id);
            String text = found.get(id);
            if (entry == null || text == null) {
                generation.remove(id);
                continue;
            }
            TextHash hash = TextHash.of(text);
            if (!generation.holds(id, entry, hash)) {
                changed.put(id, hash);
                wanted.put(hash, text);
            }
        }
        if (wanted.isEmpty()) {
            return;
        }
        Map<TextHash, float[]> vectors = cache.vectors(generation.embedder(), wanted);
        for (Map.Entry<String, TextHash> document : changed.entrySet()) {
            Entry<A> entry = entries.get(document.getKey());
            if (entry != null) { // else it was removed meanwhile, and waits again
                generation.put(document.getKey(), entry, document.getValue(), vectors.get(document.getValue()));
            }
        }
    }
}
