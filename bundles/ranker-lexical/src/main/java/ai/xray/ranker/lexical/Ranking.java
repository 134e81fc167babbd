package ai.xray.ranker.lexical;

import ai.xray.search.Ranked;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The best documents for one query.
 *
 * <p>What documents get from single tokens is summed up layer by layer, the layer that can give the most first, until none that
 * is in no layer so far can be among the best any more. The sums are bounds: a document that holds several words of a token
 * gets something for each. Those that may still be among the best, which are few, are then scored one by one from their own
 * words, as the definition says. (After MaxScore: Turtle and Flood, <i>Query evaluation: strategies and optimizations</i>,
 * Information Processing and Management 31(6), 1995.)
 */
final class Ranking {
    /** Layers of fewer holders are added without a look at whether that is needed. */
    static final int SMALL_LAYER = 256;

    /** As how many holders of a layer take about as long to add as one document to score. */
    private static final int SCORING_COST = 128;

    private final Query query;
    private final Dictionary dictionary;
    private final Slots<Entry> entries;
    private final int[] lengths;
    private final Kept kept;
    private final Matches matches;
    private final Sums sums;
    private final Best best;
    private final int smallLayer;
    private final int limit;
    private final int[] starts;
    private final Saturation saturation;
    private final Phrase.Grams grams;

    /** Of the document that is being scored: the form in which it holds each token, and what it gets for it. */
    private final Form[] forms;

    private final double[] values;
    private Weights weights;

    Ranking(
            Query query,
            Dictionary dictionary,
            Slots<Entry> entries,
            int[] lengths,
            Kept kept,
            Workspace workspace,
            int smallLayer,
            int limit) {
        this.smallLayer = smallLayer;
        this.query = query;
        this.dictionary = dictionary;
        this.entries = entries;
        this.lengths = lengths;
        this.kept = kept;
        this.limit = limit;
        matches = workspace.matches();
        sums = workspace.sums();
        best = new Best(limit);
        starts = new int[query.tokens().size() + 1];
        saturation = new Saturation(kept.meanLength());
        grams = query.phrase().grams();
        forms = new Form[query.tokens().size()];
        values = new double[query.tokens().size()];
    }

    /** @param asked the slot of the document whose id the query is, or -1 */
    List<Ranked> best(int asked) {
        matches.ensureWords(dictionary.end());
        sums.ensureSlots(entries.end());
        weights = new Weights(query, dictionary, starts, matches, kept, entries.end());
        List<Layer> layers = layers();
        double[] rest = rest(layers);
        if (asked >= 0 && kept.contains(asked)) {
            settle(asked, Score.ID * weights.whole());
        }
        settleTitles(layers, rest[0]);
        int added = add(layers, rest);
        settleRest(rest[added], added == layers.size());
        return best.bestFirst();
    }

    /** What the words of the tokens give, the layer that gives the most first. */
    private List<Layer> layers() {
        List<Layer> layers = new ArrayList<>();
        for (int t = 0; t < query.tokens().size(); t++) {
            addLayer(t, true, true, layers);
            addLayer(t, true, false, layers);
            addLayer(t, false, true, layers);
            addLayer(t, false, false, layers);
        }
        layers.sort(Comparator.comparingDouble(Layer::most).reversed());
        return layers;
    }

    private void addLayer(int t, boolean inFull, boolean inTitle, List<Layer> layers) {
        double weight = weights.of(t);
        double found = query.tokens().get(t).required() ? Score.MISSED * weight : 0;
        List<Layer.Part> parts = new ArrayList<>();
        double most = 0;
        long size = 0;
        for (int match = starts[t]; match < starts[t + 1]; match++) {
            Form form = matches.form(match);
            Word word = matches.word(match);
            Holders holders = inTitle ? word.titles() : word;
            if (form.isFull() == inFull && holders.size() > 0) {
                double worth = weight * grade(form, t);
                double always = found + (inTitle ? worth * Score.TITLE : 0);
                parts.add(new Layer.Part(holders, worth, always));
                most = Math.max(most, worth * holders.mostSaturated(saturation) + always);
                size += holders.size();
            }
        }
        if (!parts.isEmpty()) {
            layers.add(new Layer(t, Sums.bit(t), inTitle, parts, most, size));
        }
    }

    private double grade(Form form, int token) {
        return form.isFull() ? form.grade() : form.grade() * weights.lookAlike(token);
    }

    /** By layer: the most that a document can get from it and all that follow; a token counts once. */
    private double[] rest(List<Layer> layers) {
        double[] rest = new double[layers.size() + 1];
        double[] ofToken = new double[query.tokens().size()];
        for (int i = layers.size() - 1; i >= 0; i--) {
            Layer layer = layers.get(i);
            double more = Math.max(0, layer.most() - ofToken[layer.token()]);
            ofToken[layer.token()] += more;
            rest[i] = rest[i + 1] + more;
        }
        return rest;
    }

    /**
     * Settles the documents whose title may hold the whole query: for no other can get the bonus for it. Such a title holds
     * each required token, so those with the rarest are looked through.
     */
    private void settleTitles(List<Layer> layers, double mostOfAll) {
        int rarest = rarestInTitles();
        if (rarest < 0) {
            return;
        }
        double weight = weights.of(rarest);
        double others = mostOfAll
                - layers.stream()
                        .filter(layer -> layer.token() == rarest)
                        .mapToDouble(Layer::most)
                        .max()
                        .orElse(0);
        double bonus = weight * (Score.TITLE + Score.MISSED) + Score.WHOLE_QUERY * weights.required() + mostUnsummed();
        Holders holders = dictionary.find(query.tokens().get(rarest).text()).titles();
        for (int i = 0; i < holders.size(); i++) {
            int slot = holders.slot(i);
            if (kept.contains(slot)
                    && !sums.isSettled(slot)
                    && best.admits(weight * saturation.of(holders.times(i), lengths[slot]) + others + bonus)
                    && entries.get(slot).title().contains(query.phrase())) {
                settle(slot, 0);
            }
        }
    }

    /** The required token that the fewest titles hold, or -1 if no title holds the whole query or that cannot be said. */
    private int rarestInTitles() {
        int rarest = -1;
        int least = Integer.MAX_VALUE;
        for (int t = 0; t < query.tokens().size(); t++) {
            Token token = query.tokens().get(t);
            if (isWordOfWholeQuery(token)) {
                Word word = dictionary.find(token.text());
                if (word == null) {
                    return -1;
                }
                if (word.titles().size() < least) {
                    rarest = t;
                    least = word.titles().size();
                }
            }
        }
        return rarest;
    }

    /** Whether each title that holds the whole query holds this token as a word. */
    private static boolean isWordOfWholeQuery(Token token) {
        return token.required() && !token.isSingle();
    }

    /** The most that a document can get besides what is summed up. */
    private double mostUnsummed() {
        return Score.OVERLAP * weights.required() - Score.MISSED * weights.required();
    }

    private double mostUnsummedOfUnsettled() {
        boolean titlesAreSettled = query.tokens().stream().anyMatch(Ranking::isWordOfWholeQuery);
        return mostUnsummed() + (titlesAreSettled ? 0 : Score.WHOLE_QUERY * weights.required());
    }

    /**
     * Sums up layers until the rest cannot make a document one of the best; how many were needed. From there on a layer is
     * added, to the documents there are, only if that is less work than scoring those that it may rule out.
     */
    private int add(List<Layer> layers, double[] rest) {
        double bonus = mostUnsummedOfUnsettled();
        int settledOf = 0;
        for (int i = 0; i < layers.size(); i++) {
            Layer layer = layers.get(i);
            boolean othersAreOut = false;
            if (layer.size() > smallLayer) {
                if (sums.count() >= limit && sums.count() >= 2 * settledOf) {
                    settleGreatest();
                    settledOf = sums.count();
                }
                othersAreOut = !best.admits(rest[i] + bonus);
                if (othersAreOut && layer.size() > SCORING_COST * candidates(rest[i] + bonus)) {
                    return i;
                }
            }
            layer.addTo(sums, othersAreOut, kept, lengths, saturation);
        }
        return layers.size();
    }

    /** How many documents may still be among the best if they get no more than {@code most} besides their sums. */
    private long candidates(double most) {
        long candidates = 0;
        for (int i = 0; i < sums.count(); i++) {
            int slot = sums.slot(i);
            if (!sums.isSettled(slot) && best.admits(sums.sum(slot) + most)) {
                candidates++;
            }
        }
        return candidates;
    }

    /** Settles some that are likely among the best, so that fewer others can be. */
    private void settleGreatest() {
        for (int slot : sums.greatest(limit)) {
            settle(slot, 0);
        }
    }

    /** Settles whatever can still be among the best. */
    private void settleRest(double rest, boolean isComplete) {
        double most = rest + mostUnsummedOfUnsettled();
        boolean isExact = isComplete && query.tokens().size() <= Sums.MAX_TOKENS;
        if (sums.count() > smallLayer) {
            settleGreatest();
        }
        for (int i = 0; i < sums.count(); i++) {
            int slot = sums.slot(i);
            if (!sums.isSettled(slot)
                    && best.admits(sums.sum(slot) + most)
                    && (!isExact || isAdmitted(sums.tokens(slot)))) {
                settle(slot, 0);
            }
        }
    }

    private boolean isAdmitted(long matched) {
        int missed = 0;
        double weight = 0;
        for (int t = 0; t < query.tokens().size(); t++) {
            if (query.tokens().get(t).required()) {
                if ((matched & Sums.bit(t)) == 0) {
                    missed++;
                } else {
                    weight += weights.of(t);
                }
            }
        }
        return Score.isAdmitted(query, missed, weight, weights.admitting());
    }

    /** Scores a document as the definition says, and keeps it if it is among the best so far. */
    private void settle(int slot, double bonus) {
        sums.settle(slot);
        Entry entry = entries.get(slot);
        look(entry);
        double score = bonus;
        double matchedWeight = 0;
        double missedWeight = 0;
        int missed = 0;
        for (int t = 0; t < forms.length; t++) {
            double weight = weights.of(t);
            boolean required = query.tokens().get(t).required();
            if (forms[t] != null) {
                score += weight * grade(forms[t], t) * values[t];
                matchedWeight += required ? weight : 0;
            } else if (required) {
                missedWeight += weight;
                missed++;
            }
        }
        if (!Score.isAdmitted(query, missed, matchedWeight, weights.admitting())) {
            return;
        }
        score -= Score.MISSED * missedWeight;
        double overlap = Score.OVERLAP * weights.required();
        double whole = Score.WHOLE_QUERY * weights.required();
        if (best.admits(score + whole + overlap) && entry.title().contains(query.phrase())) {
            score += whole;
        }
        if (best.admits(score + overlap)) {
            score += overlap * entry.title().overlap(grams);
            best.add(entry.id(), score, entry.updatedAt());
        }
    }

    /** Finds the tokens among a document's words, each in its best form. */
    private void look(Entry entry) {
        Arrays.fill(forms, null);
        for (int use = 0; use < entry.words(); use++) {
            for (int match = matches.lastOf(entry.word(use)); match != 0; match = matches.before(match)) {
                int token = matches.token(match);
                Form form = matches.form(match);
                boolean isBetter = forms[token] == null || form.compareTo(forms[token]) > 0;
                if (isBetter || form == forms[token]) {
                    double value =
                            saturation.of(entry.times(use), entry.length()) + (entry.isInTitle(use) ? Score.TITLE : 0);
                    values[token] = isBetter ? value : Math.max(values[token], value);
                    forms[token] = form;
                }
            }
        }
    }
}
