package ai.xray.memory.internal;

import ai.xray.search.Ranked;
import ai.xray.search.SemanticIndex;
import ai.xray.search.SemanticIndexes;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Every query is as similar to each document as the test says. */
final class FixedMeanings implements SemanticIndexes {
    final Map<String, Double> cosines = new ConcurrentHashMap<>();
    final Map<String, Object> held = new ConcurrentHashMap<>();

    /** Those that are compared but not found. */
    final Set<String> unranked = ConcurrentHashMap.newKeySet();

    final AtomicInteger asked = new AtomicInteger();
    volatile Optional<String> why = Optional.empty();
    volatile boolean answers = true;

    /** Whether vectors of what is put are there. */
    volatile boolean embeds = true;

    private volatile Texts texts;

    String text(String id) throws IOException {
        return texts.of(List.of(id)).get(id);
    }

    @Override
    public <A> SemanticIndex<A> open(Texts given) {
        texts = given;
        return new Index<>();
    }

    private final class Index<A> implements SemanticIndex<A> {
        private final Map<String, A> attributes = new ConcurrentHashMap<>();

        @Override
        public void put(String id, A newer) {
            attributes.put(id, newer);
            held.put(id, newer);
        }

        @Override
        public void remove(String id) {
            attributes.remove(id);
            held.remove(id);
        }

        @Override
        public Question<A> ask(String query) {
            asked.incrementAndGet();
            return new Question<>() {
                @Override
                public List<Ranked> nearest(Predicate<? super A> filter, int limit) {
                    return attributes.entrySet().stream()
                            .filter(each -> cosines.containsKey(each.getKey()) && !unranked.contains(each.getKey()))
                            .filter(each -> filter.test(each.getValue()))
                            .map(each -> new Ranked(each.getKey(), cosines.get(each.getKey())))
                            .sorted(Comparator.comparingDouble(Ranked::score).reversed())
                            .limit(limit)
                            .toList();
                }

                @Override
                public Map<String, Double> similarities(Collection<String> ids) {
                    return ids.stream()
                            .filter(id -> cosines.containsKey(id) && attributes.containsKey(id))
                            .collect(Collectors.toMap(id -> id, cosines::get));
                }

                @Override
                public boolean answered() {
                    return answers;
                }

                @Override
                public Optional<String> degraded() {
                    return why;
                }
            };
        }

        @Override
        public Progress progress() {
            return new Progress("fixed", embeds ? attributes.size() : 0, 0, why);
        }

        @Override
        public void close() {
            held.clear();
        }
    }
}
