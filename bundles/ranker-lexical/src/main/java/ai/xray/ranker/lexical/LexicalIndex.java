package ai.xray.ranker.lexical;

import ai.xray.search.Document;
import ai.xray.search.Ranked;
import ai.xray.search.TextIndex;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private record Entry(String id, Phrase title, Instant updatedAt, List<Word> words) {}

    private final ReadWriteLock lock = new ReentrantReadWriteLock(true);
    private final Dictionary dictionary = new Dictionary();
    private final Slots<Entry> entries = new Slots<>();

    /** Of each entry; apart, because every ranking looks at all of these and at few of those. */
    private final Slots<A> attributes = new Slots<>();

    private final Map<String, Integer> slots = new HashMap<>();

    @Override
    public void put(Document<A> document) {
        DocumentWords words = DocumentWords.of(document);
        lock.writeLock().lock();
        try {
            forget(document.id());
            int slot = entries.next();
            List<Word> held = new ArrayList<>(words.inTitle().size());
            for (Map.Entry<String, Boolean> inTitle : words.inTitle().entrySet()) {
                Word word = dictionary.word(inTitle.getKey());
                word.addHolder(slot, inTitle.getValue());
                held.add(word);
            }
            entries.set(slot, new Entry(document.id(), words.title(), document.updatedAt(), held));
            attributes.set(slot, document.attributes());
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
        for (Word word : entries.get(slot).words()) {
            word.removeHolder(slot);
            if (word.size() == 0) {
                dictionary.remove(word);
            }
        }
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
            return best(read, ranking(read, filter), limit);
        } finally {
            lock.readLock().unlock();
        }
    }

    private Ranking ranking(Query query, Predicate<? super A> filter) {
        Ranking ranking = new Ranking(query, dictionary, entries.end());
        attributes.forEach((slot, value) -> {
            if (filter.test(value)) {
                ranking.keep(slot);
            }
        });
        ranking.match();
        return ranking;
    }

    /** The best of the admitted. Titles are compared with the query only where that can still change the answer. */
    private List<Ranked> best(Query query, Ranking ranking, int limit) {
        Best best = new Best(limit);
        int[] admitted = ranking.admitted();
        for (int slot : admitted) {
            best.expect(ranking.tokenScore(slot));
        }
        Integer asked = slots.get(query.id());
        Phrase.Grams grams = query.phrase().grams();
        double weight = ranking.weight();
        for (int slot : admitted) {
            Entry entry = entries.get(slot);
            double score = ranking.tokenScore(slot);
            if (asked != null && asked == slot) {
                score += Score.ID * ranking.wholeWeight();
            }
            boolean isInTitle = ranking.isInTitle(slot);
            if (!best.admits(score + (isInTitle ? Score.WHOLE_QUERY * weight : 0) + Score.OVERLAP * weight)) {
                continue;
            }
            if (isInTitle && entry.title().contains(query.phrase())) {
                score += Score.WHOLE_QUERY * weight;
            }
            if (best.admits(score + Score.OVERLAP * weight)) {
                score += Score.OVERLAP * weight * entry.title().overlap(grams);
                best.add(entry.id(), score, entry.updatedAt());
            }
        }
        return best.bestFirst();
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
