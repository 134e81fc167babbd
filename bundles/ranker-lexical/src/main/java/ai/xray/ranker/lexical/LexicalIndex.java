package ai.xray.ranker.lexical;

import ai.xray.search.Document;
import ai.xray.search.Ranked;
import ai.xray.search.TextIndex;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;

/**
 * An inverted index from words to documents. Of a document's texts it keeps the words and the title's phrase.
 *
 * <p>Rankings run beside one another. A write excludes them only while it changes the index, after the document's texts have
 * been read. The lock is fair: a write waits for the rankings under way, not for later ones. A filter runs inside a ranking
 * and must not write to the index.
 */
final class LexicalIndex<A> implements TextIndex<A> {
    private static final int MIN_CAPACITY = 64;

    private final ReadWriteLock lock = new ReentrantReadWriteLock(true);
    private final Dictionary dictionary = new Dictionary();
    private final Slots<Entry> entries = new Slots<>();

    /** Of each entry; apart, because every ranking looks at all of these and at few of those. */
    private final Slots<A> attributes = new Slots<>();

    /** By slot; apart for the same reason. */
    private int[] lengths = new int[MIN_CAPACITY];

    private long allLengths;
    private final Map<String, Integer> slots = new HashMap<>();

    /** Memory for rankings that is in use by none, at most as much as processors can use at a time. */
    private final BlockingQueue<Workspace> workspaces =
            new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());

    private final int smallLayer;

    LexicalIndex() {
        this(Ranking.SMALL_LAYER);
    }

    /** @param smallLayer see {@link Ranking#SMALL_LAYER} */
    LexicalIndex(int smallLayer) {
        this.smallLayer = smallLayer;
    }

    @Override
    public void put(Document<A> document) {
        DocumentWords words = DocumentWords.of(document);
        lock.writeLock().lock();
        try {
            forget(document.id());
            int slot = entries.next();
            words.uses().forEach((text, use) -> dictionary.word(text).addHolder(slot, use, words.length()));
            entries.set(slot, new Entry(document.id(), words, document.updatedAt(), dictionary));
            attributes.set(slot, document.attributes());
            if (slot == lengths.length) {
                lengths = Arrays.copyOf(lengths, 2 * slot);
            }
            lengths[slot] = words.length();
            allLengths += words.length();
            slots.put(document.id(), slot);
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public void remove(String id) {
        lock.writeLock().lock();
        try {
            forget(id);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void forget(String id) {
        Integer slot = slots.remove(id);
        if (slot == null) {
            return;
        }
        Entry entry = entries.get(slot);
        for (int use = 0; use < entry.words(); use++) {
            Word word = dictionary.word(entry.word(use));
            word.removeHolder(slot, entry.isInTitle(use));
            if (word.documents() == 0) {
                dictionary.remove(word);
            }
        }
        allLengths -= entry.length();
        entries.clear(slot);
        attributes.clear(slot);
    }

    @Override
    public List<Ranked> rank(String query, Predicate<? super A> filter, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("the limit is " + limit + ", but must be at least 1");
        }
        Query read = Query.read(query);
        if (!read.hasWords()) {
            return List.of();
        }
        lock.readLock().lock();
        try {
            return ranked(read, kept(filter), limit);
        } finally {
            lock.readLock().unlock();
        }
    }

    private List<Ranked> ranked(Query query, Kept kept, int limit) {
        if (kept.count() == 0) {
            return List.of();
        }
        Workspace idle = workspaces.poll();
        Workspace workspace = idle == null ? new Workspace() : idle;
        List<Ranked> best = new Ranking(
                        query, dictionary, entries, lengths, kept, workspace, smallLayer, Math.min(limit, slots.size()))
                .best(slots.getOrDefault(query.id(), -1));
        workspace.clear();
        workspaces.offer(workspace); // not after a failure: what it left there is unknown
        return best;
    }

    private Kept kept(Predicate<? super A> filter) {
        long[] taken = attributes.taken();
        int count = slots.size();
        long length = allLengths;
        for (int i = 0; i < taken.length; i++) {
            long hidden = 0;
            for (long bits = taken[i]; bits != 0; bits &= bits - 1) {
                if (!filter.test(attributes.get((i << 6) + Long.numberOfTrailingZeros(bits)))) {
                    hidden |= bits & -bits;
                }
            }
            taken[i] ^= hidden;
            for (long bits = hidden; bits != 0; bits &= bits - 1) {
                count--;
                length -= lengths[(i << 6) + Long.numberOfTrailingZeros(bits)];
            }
        }
        return new Kept(taken, count, length, count == slots.size());
    }

    @Override
    public boolean hasWords(String query) {
        return Query.read(query).hasWords();
    }

    @Override
    public int size() {
        lock.readLock().lock();
        try {
            return slots.size();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** How many distinct words the documents hold. */
    int words() {
        lock.readLock().lock();
        try {
            return dictionary.size();
        } finally {
            lock.readLock().unlock();
        }
    }
}
