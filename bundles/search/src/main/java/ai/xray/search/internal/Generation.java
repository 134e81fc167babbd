package ai.xray.search.internal;

import ai.xray.search.Embedder;
import ai.xray.search.Ranked;
import ai.xray.search.VectorIndex;
import ai.xray.search.VectorRanker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The vectors that one embedder made, in an index of one ranker, and what it is to make. Changed by one worker alone, but for what waits, which has a
 * lock of its own; read by anyone.
 */
final class Generation<A> {
    private static final int MOST_AT_ONCE = 64;
    private static final long SPARED = 100;
    private static final long FIRST_PAUSE_NANOS = 500_000_000;
    private static final long LONGEST_PAUSE_NANOS = 30_000_000_000L;

    private final Set<String> waiting;
    private final Map<String, Embedded<A>> embedded = new HashMap<>();
    private final Set<String> undone = new HashSet<>();
    private volatile Maker maker;
    private volatile VectorIndex<Entry<A>> index;
    private volatile int size;
    private volatile Optional<String> problem = Optional.empty();
    private int inHand;
    private int toFill;
    private volatile boolean filled;
    private int atOnce = MOST_AT_ONCE;
    private long pause;
    private long resumesAt;

    private record Embedded<A>(Entry<A> entry, TextHash text) {}

    /** @param ids of the documents there are */
    Generation(Maker maker, Collection<String> ids) {
        this.maker = maker;
        waiting = new LinkedHashSet<>(ids);
        toFill = waiting.size();
        filled = waiting.isEmpty();
    }

    /**
     * Whether all documents have a vector that were there at its beginning, but for at most one in a hundred that cannot be
     * embedded; what is written since may wait.
     */
    boolean filled() {
        return filled;
    }

    Embedder embedder() {
        return maker.embedder();
    }

    /** Whether its index is one of this ranker. */
    boolean isOf(VectorRanker ranker) {
        return maker.ranker().equals(ranker);
    }

    /** Whether another generation of this maker would be the same. */
    boolean isMadeBy(Maker other) {
        return isOf(other.ranker())
                && embedder().fingerprint().equals(other.embedder().fingerprint());
    }

    /** Whether it is what {@code other} would make, once fitted as its own embedder is; then that is used from now on. */
    boolean adopts(Maker other) {
        try {
            Maker fitted = other.with(other.embedder().withFit(embedder().fit()));
            boolean same = isMadeBy(fitted);
            if (same) {
                maker = fitted;
            }
            return same;
        } catch (IllegalArgumentException e) {
            return false; // it learns in another way
        }
    }

    /** The document is new or changed. */
    void expect(String id) {
        synchronized (waiting) {
            waiting.add(id);
        }
    }

    /** How many documents wait for their vector, those in hand among them. */
    int waiting() {
        synchronized (waiting) {
            return waiting.size() + inHand;
        }
    }

    /** The documents to embed next, in hand until this {@link #succeeded} or {@link #failed}. */
    List<String> take() {
        synchronized (waiting) {
            List<String> ids = waiting.stream().limit(atOnce).toList();
            ids.forEach(waiting::remove);
            inHand = ids.size();
            return ids;
        }
    }

    /** How many documents have a vector. */
    int size() {
        return size;
    }

    /** Why its vectors are not made, in words. */
    Optional<String> problem() {
        return problem;
    }

    /** Why its vectors are not ranked as they should be, in words. */
    Optional<String> indexProblem() {
        VectorIndex<Entry<A>> vectors = index;
        return vectors == null ? Optional.empty() : vectors.problem();
    }

    /** How long the worker leaves it alone after a failure. */
    long pauseNanos(long now) {
        return pause == 0 ? 0 : Math.max(0, resumesAt - now);
    }

    /** Smaller and smaller steps find the one text that an embedder cannot do; it comes last, so that it holds up no other. */
    void failed(List<String> ids, String why, long now) {
        putDown(ids);
        undone.addAll(ids);
        problem = Optional.of(why);
        filled = isFilled();
        atOnce = Math.max(1, atOnce / 2);
        if (ids.size() == 1) {
            pause = pause == 0 ? FIRST_PAUSE_NANOS : Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            resumesAt = now + pause;
        }
    }

    /** What was in hand is done; the problem is over when that was all that had failed. */
    void succeeded(List<String> ids) {
        putDown(List.of());
        toFill = Math.max(0, toFill - ids.size());
        ids.forEach(undone::remove);
        filled = isFilled();
        if (undone.isEmpty()) {
            problem = Optional.empty();
        }
        atOnce = Math.min(MOST_AT_ONCE, 2 * atOnce);
        pause = 0;
    }

    private boolean isFilled() {
        return toFill <= undone.size() && SPARED * undone.size() <= size;
    }

    private void putDown(List<String> undone) {
        synchronized (waiting) {
            waiting.addAll(undone);
            inHand = 0;
        }
    }

    /** Whether the document has a vector of exactly this text. */
    boolean holds(String id, Entry<A> entry, TextHash text) {
        return new Embedded<>(entry, text).equals(embedded.get(id));
    }

    /**
     * Takes in a vector.
     *
     * @throws IOException when it is not one of this model
     */
    void put(String id, Entry<A> entry, TextHash text, float[] vector) throws IOException {
        if (index == null) {
            index = maker.ranker().open(vector.length);
        }
        try {
            index.put(id, vector, entry);
        } catch (IllegalArgumentException e) {
            throw new IOException("the embedder gave a vector that cannot be used: " + e.getMessage(), e);
        }
        embedded.put(id, new Embedded<>(entry, text));
        size = embedded.size();
    }

    void remove(String id) {
        if (embedded.remove(id) != null) {
            index.remove(id);
            size = embedded.size();
        }
    }

    List<Ranked> nearest(float[] query, Predicate<? super A> filter, int limit) {
        VectorIndex<Entry<A>> vectors = index;
        if (vectors == null) {
            return List.of();
        }
        double least = maker.floor();
        return vectors.nearest(query, entry -> entry.present() && filter.test(entry.attributes()), limit).stream()
                .takeWhile(near -> near.score() >= least)
                .toList();
    }

    Map<String, Double> similarities(float[] query, Collection<String> ids) {
        VectorIndex<Entry<A>> vectors = index;
        return vectors == null ? Map.of() : vectors.similarities(query, new ArrayList<>(ids));
    }

    /** Whether a vector of this length can be compared with those there are. */
    boolean fits(float[] query) {
        VectorIndex<Entry<A>> vectors = index;
        return vectors == null || vectors.dimensions() == query.length;
    }
}
