package ai.xray.ranker.lexical;

import ai.xray.search.Document;
import ai.xray.search.Ranked;
import ai.xray.search.TextIndex;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The ranking as the package documentation defines it, read out one document and one word at a time: what the index must
 * agree with, and what it is measured against.
 */
final class FullScan<A> implements TextIndex<A> {
    private record Held<A>(Document<A> document, DocumentWords words) {}

    private record Scored(Document<?> document, double score) {}

    private final Map<String, Held<A>> documents = new ConcurrentHashMap<>();

    @Override
    public void put(Document<A> document) {
        documents.put(document.id(), new Held<>(document, DocumentWords.of(document)));
    }

    @Override
    public void remove(String id) {
        documents.remove(id);
    }

    @Override
    public boolean hasWords(String query) {
        return Query.read(query).hasWords();
    }

    @Override
    public int size() {
        return documents.size();
    }

    @Override
    public List<Ranked> rank(String text, Predicate<? super A> filter, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("the limit is " + limit + ", but must be at least 1");
        }
        Query query = Query.read(text);
        List<Held<A>> kept = documents.values().stream()
                .filter(held -> filter.test(held.document().attributes()))
                .toList();
        List<double[]> grades =
                kept.stream().map(held -> grades(query, held.words())).toList();
        double[] weights = weights(query, grades);
        List<Scored> scored = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            if (isAdmitted(query, weights, grades.get(i))) {
                scored.add(new Scored(kept.get(i).document(), score(query, weights, grades.get(i), kept.get(i))));
            }
        }
        scored.sort(Comparator.comparingDouble(Scored::score)
                .reversed()
                .thenComparing(s -> s.document().updatedAt(), Comparator.<Instant>reverseOrder())
                .thenComparing(s -> s.document().id()));
        return scored.stream()
                .limit(limit)
                .map(s -> new Ranked(s.document().id(), s.score()))
                .toList();
    }

    private static double[] grades(Query query, DocumentWords words) {
        return query.tokens().stream()
                .mapToDouble(token -> words.inTitle().entrySet().stream()
                        .mapToDouble(word -> grade(token.text(), word.getKey(), word.getValue()))
                        .max()
                        .orElse(0))
                .toArray();
    }

    private static double grade(String token, String word, boolean inTitle) {
        if (word.equals(token)) {
            return inTitle ? 1.0 : 0.70;
        }
        if (word.startsWith(token)) {
            return inTitle ? 0.85 : 0.55;
        }
        if (word.contains(token)) {
            return inTitle ? 0.75 : 0.40;
        }
        boolean edited = token.codePointCount(0, token.length()) >= 3
                && Math.abs(token.length() - word.length()) <= 1
                && distance(token, word) == 1;
        if (edited) {
            return inTitle ? 0.45 : 0.25;
        }
        return 0;
    }

    /** Damerau's distance with neighbours swapped once (optimal string alignment), by its table. */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replaced = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + replaced);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }

    private static double[] weights(Query query, List<double[]> grades) {
        double[] weights = new double[query.tokens().size()];
        for (int t = 0; t < weights.length; t++) {
            int token = t;
            long df = grades.stream().filter(g -> g[token] > 0).count();
            weights[t] = df == 0 ? 0 : Math.log(1 + (grades.size() - df + 0.5) / (df + 0.5));
        }
        return weights;
    }

    private static boolean isAdmitted(Query query, double[] weights, double[] grades) {
        int matched = 0;
        int missed = 0;
        double matchedWeight = 0;
        double weight = 0;
        for (int t = 0; t < weights.length; t++) {
            if (query.tokens().get(t).required()) {
                weight += weights[t];
                if (grades[t] > 0) {
                    matched++;
                    matchedWeight += weights[t];
                } else {
                    missed++;
                }
            }
        }
        boolean enough = missed == 0 || (query.words() >= 3 && (missed == 1 || matchedWeight >= 0.35 * weight));
        return matched > 0 && enough;
    }

    private static double score(Query query, double[] weights, double[] grades, Held<?> held) {
        double score = 0;
        double weight = 0;
        double extra = 0;
        double missed = 0;
        for (int t = 0; t < weights.length; t++) {
            score += weights[t] * grades[t];
            if (!query.tokens().get(t).required()) {
                extra += weights[t];
                continue;
            }
            weight += weights[t];
            if (grades[t] == 0) {
                missed += weights[t];
            }
        }
        score -= 0.25 * missed;
        String title = held.words().title().toString();
        if (held.words().title().contains(query.phrase())) {
            score += 0.5 * weight;
        }
        score += 0.1 * weight * dice(query.phrase().toString(), title);
        if (held.document().id().equals(query.id())) {
            score += 100 * (weight + extra);
        }
        return Math.rint(score / 1e-9) * 1e-9;
    }

    private static double dice(String query, String title) {
        Set<String> wanted = new HashSet<>(trigrams(query));
        List<String> there = trigrams(title);
        Map<String, Integer> shared = new HashMap<>();
        there.stream().filter(wanted::contains).forEach(gram -> shared.merge(gram, 1, Integer::sum));
        int all = wanted.size() + there.size();
        return all == 0 ? 0 : 2.0 * shared.size() / all;
    }

    private static List<String> trigrams(String text) {
        List<String> trigrams = new ArrayList<>();
        for (int i = 0; i + 3 <= text.length(); i++) {
            trigrams.add(text.substring(i, i + 3));
        }
        return trigrams;
    }
}
