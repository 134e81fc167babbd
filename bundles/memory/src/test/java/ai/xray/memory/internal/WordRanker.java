package ai.xray.memory.internal;

import ai.xray.search.Document;
import ai.xray.search.Ranked;
import ai.xray.search.Ranker;
import ai.xray.search.TextIndex;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Ranks by the number of query words in a text: as simple as the contract allows. */
public final class WordRanker implements Ranker {
    private final List<TextIndex<?>> opened = new CopyOnWriteArrayList<>();
    private volatile Runnable beforePut = () -> {};

    void beforePut(Runnable action) {
        beforePut = action;
    }

    /** The index that was opened last loses a document. */
    void lose(String id) {
        opened.getLast().remove(id);
    }

    /** How many documents the index that was opened last holds. */
    int indexed() {
        return opened.getLast().size();
    }

    @Override
    public <A> TextIndex<A> open() {
        TextIndex<A> index = new Index<>(this);
        opened.add(index);
        return index;
    }

    private static Set<String> words(String text) {
        return Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{M}\\p{N}]+"))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toSet());
    }

    private static final class Index<A> implements TextIndex<A> {
        private final WordRanker ranker;
        private final Map<String, Document<A>> documents = new ConcurrentHashMap<>();

        Index(WordRanker ranker) {
            this.ranker = ranker;
        }

        @Override
        public void put(Document<A> document) {
            ranker.beforePut.run();
            documents.put(document.id(), document);
        }

        @Override
        public void remove(String id) {
            documents.remove(id);
        }

        @Override
        public List<Ranked> rank(String query, Predicate<? super A> filter, int limit) {
            Set<String> wanted = words(query);
            return documents.values().stream()
                    .filter(document -> filter.test(document.attributes()))
                    .filter(document -> score(document, wanted) > 0)
                    .sorted(Comparator.<Document<A>>comparingDouble(document -> -score(document, wanted))
                            .thenComparing(Document::updatedAt, Comparator.reverseOrder())
                            .thenComparing(Document::id))
                    .limit(limit)
                    .map(document -> new Ranked(document.id(), score(document, wanted)))
                    .toList();
        }

        @Override
        public boolean hasWords(String query) {
            return !words(query).isEmpty();
        }

        @Override
        public int size() {
            return documents.size();
        }

        private static double score(Document<?> document, Set<String> wanted) {
            Set<String> words = words(document.id() + " " + document.title() + " " + document.content());
            return wanted.stream().filter(words::contains).count();
        }
    }
}
