package ai.xray.ranker.hnsw;

import ai.xray.ranker.hnsw.Point.Item;
import ai.xray.search.Ranked;
import ai.xray.search.VectorIndex;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * Vectors in a list, and a graph over them once there are many.
 *
 * <p>A write changes the list and is done; a {@link Linker} brings the graph in line behind it. Until then a search compares
 * what the graph lacks one by one, and passes over what it has too much, so that every search sees every write done before it.
 *
 * <p>Writes exclude one another for the moment they take. Searches take no lock, except when a vector is moved beside them:
 * then they start again and hold writes up.
 */
final class HnswIndex<A> implements VectorIndex<A> {
    /** So many are compared one by one in less time than a walk through the graph takes. */
    static final int FEW = 4096;

    /** A filter that keeps less is answered exactly. A tenth is asked for; a sample of one may seem to be a seventh. */
    private static final double LEAST_SHARE = 1.0 / 7;

    /** No slots: what is to be done instead. */
    private static final int NOTHING = -1;

    private static final int MEASURE = -2;

    private final int dimensions;
    private final HnswParameters parameters;
    private final Breadth breadth;
    private final Kernel kernel;
    private final int few;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Points<A> points;
    private volatile Graph graph;
    private volatile Backlog backlog = new Backlog();

    /** The slot that is being linked or unlinked, or -1. */
    private int current = -1;

    /** What works on the graph, or null: letting go of it must not take memory, as it may have failed for want of that. */
    private Linker linker;

    private volatile Optional<String> problem = Optional.empty();

    /** Odd while an item goes from one point to another, else how often that happened, twice. */
    private final AtomicLong moves = new AtomicLong();

    private volatile Optional<WeakReference<Object>> user = Optional.empty();

    HnswIndex(int dimensions, HnswParameters parameters, Kernel kernel) {
        this(dimensions, parameters, kernel, FEW);
    }

    /** @param few the most points that are compared one by one although there is a choice */
    HnswIndex(int dimensions, HnswParameters parameters, Kernel kernel, int few) {
        if (dimensions < 1) {
            throw new IllegalArgumentException(
                    "the number of dimensions is " + dimensions + ", but must be at least 1");
        }
        this.dimensions = dimensions;
        this.parameters = parameters;
        this.breadth = new Breadth(parameters.ef());
        this.kernel = kernel;
        this.few = few;
        this.points = new Points<>(kernel);
        this.graph = newGraph();
    }

    private Graph newGraph() {
        return new Graph(parameters, points.vectors(), kernel, points::isAlive);
    }

    @Override
    public int dimensions() {
        return dimensions;
    }

    @Override
    public int size() {
        return points.size();
    }

    @Override
    public void put(String id, float[] vector, A attributes) {
        Objects.requireNonNull(id, "id");
        Direction direction = Direction.of(vector, dimensions);
        Item<A> item = new Item<>(id, attributes);
        lock.lock();
        try {
            Direction before = points.directionOf(id);
            boolean isMove = before != null && !before.equals(direction);
            if (isMove) {
                moves.incrementAndGet();
            }
            int slot = points.put(direction, item);
            if (isMove) {
                drop(before, id);
                moves.incrementAndGet();
            }
            if (slot >= 0 && !graph.contains(slot)) {
                settleLater(slot);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void remove(String id) {
        lock.lock();
        try {
            Direction direction = points.directionOf(id);
            if (direction != null) {
                points.forget(id);
                drop(direction, id);
            }
        } finally {
            lock.unlock();
        }
    }

    private void drop(Direction direction, String id) {
        int gone = points.drop(direction, id);
        if (gone < 0) {
            return;
        }
        if (graph.contains(gone) || gone == current) {
            settleLater(gone);
        } else {
            points.release(gone);
        }
    }

    private void settleLater(int slot) {
        backlog.add(slot);
        startLinker();
    }

    private void startLinker() {
        if (isGraphDue() && linker == null) {
            linker = new Linker(this);
            linker.start();
        }
    }

    /** Whether there is a graph or enough points to need one. */
    private boolean isGraphDue() {
        return !graph.isEmpty() || points.count() > few;
    }

    /** Tells by whom it is used: the graph is linked no further once that is garbage. */
    void usedBy(Object handle) {
        user = Optional.of(new WeakReference<>(handle));
    }

    /** Whether its user is still there; one that was never told of is. */
    boolean isUsed() {
        return user.map(handle -> handle.get() != null).orElse(true);
    }

    /**
     * Brings the graph in line with the slot that has waited longest; when none has, takes a step to measure how many candidates
     * searches should keep. Answers whether there was any of that to do. For the linker.
     */
    boolean settleNext() {
        int slot = takeNext();
        if (slot == MEASURE) {
            breadth.measureNext(points, graph);
        }
        if (slot < 0) {
            return slot == MEASURE;
        }
        boolean isAlive = points.isAlive(slot);
        boolean isLinked = graph.contains(slot);
        if (isAlive && !isLinked) {
            graph.add(slot);
        } else if (!isAlive && isLinked) {
            graph.remove(slot);
        }
        finish(slot);
        return true;
    }

    private int takeNext() {
        lock.lock();
        try {
            if (current >= 0) {
                emptyGraph(); // who worked on that one did not get to its end
            }
            if (backlog.window().size() > 0) {
                current = backlog.window().get(0);
                return current;
            }
            problem = Optional.empty();
            if (!graph.isEmpty() && breadth.isDue(points.size())) {
                return MEASURE;
            }
            linker = null;
            return NOTHING;
        } finally {
            lock.unlock();
        }
    }

    private void finish(int slot) {
        lock.lock();
        try {
            current = -1;
            boolean isAlive = points.isAlive(slot);
            if (isAlive != graph.contains(slot)) {
                return; // changed meanwhile; still first in the backlog
            }
            backlog.removeFirst();
            if (!isAlive) {
                points.release(slot);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Throws the graph away, for work on it failed, and has every point wait for a new one. For the linker. */
    void startAnew(Throwable failure) {
        lock.lock();
        try {
            emptyGraph();
            problem = Optional.of("the graph of vectors failed (%s) and is made anew; until then searches are slower"
                    .formatted(failure));
        } finally {
            lock.unlock();
        }
    }

    private void emptyGraph() {
        Backlog all = new Backlog();
        for (int slot = 0, end = points.end(); slot < end; slot++) {
            if (points.isAlive(slot)) {
                all.add(slot);
            } else {
                points.release(slot);
            }
        }
        graph = newGraph(); // before the backlog: a search reads them in this order, and either backlog will do for the
        // old one
        backlog = all;
        current = -1;
    }

    /** A linker has ended, though perhaps not its work: the next write starts another. */
    void leftBy(Linker ended) {
        lock.lock();
        try {
            if (linker == ended) {
                linker = null;
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<String> problem() {
        return problem;
    }

    Graph graph() {
        return graph;
    }

    /** How many candidates searches keep. */
    int width() {
        return breadth.width();
    }

    /** How many slots the graph has yet to be brought in line with; none as long as there are too few for a graph. */
    int behind() {
        lock.lock();
        try {
            return linker != null || isGraphDue() ? backlog.window().size() : 0;
        } finally {
            lock.unlock();
        }
    }

    /** All slots, with or without a vector, are below it. */
    int slots() {
        return points.end();
    }

    @Override
    public List<Ranked> nearest(float[] query, Predicate<? super A> filter, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("the limit is " + limit + ", but must be at least 1");
        }
        Direction direction = Direction.of(query, dimensions);
        if (direction.isZero()) {
            return List.of();
        }
        long movesBefore = moves.get();
        List<Ranked> ranking = rank(direction.components(), filter, limit);
        if (movesBefore == moves.get() && movesBefore % 2 == 0) {
            return ranking;
        }
        // What was moved may have been met twice or missed.
        lock.lock();
        try {
            return rank(direction.components(), filter, limit);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Map<String, Double> similarities(float[] query, Collection<String> ids) {
        Direction direction = Direction.of(query, dimensions);
        Map<String, Direction> found = directions(ids);
        Map<String, Double> similarities = HashMap.newHashMap(found.size());
        found.forEach((id, other) -> similarities.put(id, points.similarity(direction, other)));
        return similarities;
    }

    private Map<String, Direction> directions(Collection<String> ids) {
        Map<String, Direction> found = HashMap.newHashMap(ids.size());
        lock.lock();
        try {
            for (String id : ids) {
                Direction direction = points.directionOf(id);
                if (direction != null) {
                    found.put(id, direction);
                }
            }
        } finally {
            lock.unlock();
        }
        return found;
    }

    private List<Ranked> rank(float[] query, Predicate<? super A> filter, int limit) {
        double share = points.shareKept(filter);
        double kept = share * points.size();
        int width = Math.max(breadth.width(), limit);
        Graph searched = graph;
        boolean isGraphWorthwhile =
                !searched.isEmpty() && share >= LEAST_SHARE && kept >= few && (double) width * parameters.m() < kept;
        if (isGraphWorthwhile) {
            if (breadth.ask(query)) {
                measureSoon();
            }
            Best best = new Best(limit);
            if (searchGraph(searched, query, filter, width, (int) kept, best) && best.isFull()) {
                return best.bestFirst();
            }
        }
        return exact(query, filter, limit, share);
    }

    private void measureSoon() {
        lock.lock();
        try {
            startLinker();
        } finally {
            lock.unlock();
        }
    }

    private boolean searchGraph(
            Graph searched, float[] query, Predicate<? super A> filter, int width, int comparisons, Best best) {
        Backlog.Window waiting = backlog.window(); // before links are read: what leaves it meanwhile has some
        SlotSet compared = new SlotSet(waiting.size() == 0 ? 0 : points.end());
        for (int i = 0; i < waiting.size(); i++) {
            if (compared.add(waiting.get(i))) {
                points.offer(waiting.get(i), query, filter, best);
            }
        }
        return searched.search(query, width, comparisons, (slot, vector, score) -> {
            if (compared.contains(slot)) {
                return points.isAlive(slot);
            }
            return points.offer(slot, vector, score, filter, best);
        });
    }

    private List<Ranked> exact(float[] query, Predicate<? super A> filter, int limit, double share) {
        Best best = new Best(limit);
        if (share > 0.5) {
            points.offerAll(query, filter, best);
        } else {
            points.offerFew(query, filter, best);
        }
        return best.bestFirst();
    }
}
