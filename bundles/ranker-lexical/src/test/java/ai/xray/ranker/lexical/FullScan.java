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

    /** Of every word ever put, so that a comparison with the index is not one of stemmers. */
    private final Map<String, String> stems = new ConcurrentHashMap<>();

    @Override
    public void put(Document<A> document) {
        Held<A> held = new Held<>(document, DocumentWords.of(document));
        held.words().uses().keySet().forEach(word -> stems.computeIfAbsent(word, Stem::of));
        documents.put(document.id(), held);
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
        double meanLength =
                kept.stream().mapToInt(held -> held.words().length()).average().orElse(0);
        List<Match[]> matches = kept.stream()
                .map(held -> matches(query, held.words(), meanLength))
                .toList();
        dropLookAlikesOfLetters(query, matches);
        boolean[] inFull = new boolean[query.tokens().size()];
        double[] weights = weights(query, matches, inFull);
        List<Scored> scored = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            if (isAdmitted(query, weights, matches.get(i))) {
                scored.add(
                        new Scored(kept.get(i).document(), score(query, weights, inFull, matches.get(i), kept.get(i))));
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

    /** How a document holds a token; of the words that it matches in the best form, by the one that counts most. */
    private record Match(double grade, double value) {
        static final Match NONE = new Match(0, 0);

        boolean isAny() {
            return grade > 0;
        }

        boolean isInFull() {
            return grade >= 0.55;
        }
    }

    private Match[] matches(Query query, DocumentWords words, double meanLength) {
        return query.tokens().stream()
                .map(token -> words.uses().entrySet().stream()
                        .map(word -> new Match(
                                grade(token.text(), Stem.of(token.text()), word.getKey()),
                                value(word.getValue(), words.length(), meanLength)))
                        .filter(Match::isAny)
                        .max(Comparator.comparingDouble(Match::grade).thenComparingDouble(Match::value))
                        .orElse(Match.NONE))
                .toArray(Match[]::new);
    }

    private double grade(String token, String tokenStem, String word) {
        if (word.equals(token)) {
            return 1.0;
        }
        if (stems.get(word).equals(tokenStem)) {
            return 0.55;
        }
        if (word.startsWith(token)) {
            return 0.50;
        }
        if (word.contains(token)) {
            return 0.35;
        }
        boolean edited = token.codePointCount(0, token.length()) >= 3
                && Math.abs(token.length() - word.length()) <= 1
                && distance(token, word) == 1;
        return edited ? 0.20 : 0;
    }

    private static double value(DocumentWords.Use use, int length, double meanLength) {
        double times = use.times();
        return times / (times + 1.5 * (length + 20) / (meanLength + 20)) + (use.inTitle() ? 0.6 : 0);
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

    /** A letter that a document holds in full is not looked for in other words. */
    private static void dropLookAlikesOfLetters(Query query, List<Match[]> matches) {
        for (int t = 0; t < query.tokens().size(); t++) {
            int token = t;
            String text = query.tokens().get(t).text();
            boolean isLetter = text.codePointCount(0, text.length()) == 1 && !Words.isSpaceless(text.codePointAt(0));
            if (isLetter && matches.stream().anyMatch(m -> m[token].isInFull())) {
                matches.stream().filter(m -> !m[token].isInFull()).forEach(m -> m[token] = Match.NONE);
            }
        }
    }

    private static double[] weights(Query query, List<Match[]> matches, boolean[] inFull) {
        double[] weights = new double[query.tokens().size()];
        for (int t = 0; t < weights.length; t++) {
            int token = t;
            long full = matches.stream().filter(m -> m[token].isInFull()).count();
            long any = matches.stream().filter(m -> m[token].isAny()).count();
            inFull[t] = full > 0;
            long df = full > 0 ? full : any;
            double share = query.tokens().get(t).role() == Token.Role.LIGHT ? 0.1 : 1;
            weights[t] = df == 0 ? 0 : share * Math.pow(Math.log(1 + (matches.size() - df + 0.5) / (df + 0.5)), 0.7);
        }
        return weights;
    }

    private static boolean isAdmitted(Query query, double[] weights, Match[] matches) {
        int matched = 0;
        int missed = 0;
        double matchedWeight = 0;
        List<Double> required = new ArrayList<>();
        for (int t = 0; t < weights.length; t++) {
            if (query.tokens().get(t).required()) {
                required.add(weights[t]);
                if (matches[t].isAny()) {
                    matched++;
                    matchedWeight += weights[t];
                } else {
                    missed++;
                }
            }
        }
        double heaviest = required.stream()
                .sorted(Comparator.reverseOrder())
                .limit(3)
                .mapToDouble(weight -> weight)
                .sum();
        boolean enough = missed == 0 || (query.words() >= 3 && (missed == 1 || matchedWeight >= 0.35 * heaviest));
        return matched > 0 && enough;
    }

    private static double score(Query query, double[] weights, boolean[] inFull, Match[] matches, Held<?> held) {
        double score = 0;
        double weight = 0;
        double extra = 0;
        double missed = 0;
        for (int t = 0; t < weights.length; t++) {
            Match match = matches[t];
            double lookAlike = inFull[t] && !match.isInFull() ? 0.2 : 1;
            score += weights[t] * lookAlike * match.grade() * match.value();
            switch (query.tokens().get(t).role()) {
                case REQUIRED -> {
                    weight += weights[t];
                    missed += match.isAny() ? 0 : weights[t];
                }
                case EXTRA -> extra += weights[t];
                case LIGHT -> {
                    // adds to the score alone
                }
            }
        }
        score -= 0.04 * missed;
        String title = held.words().title().toString();
        if (held.words().title().contains(query.phrase())) {
            score += 0.5 * weight;
        }
        score += 0.05 * weight * dice(query.phrase().toString(), title);
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
