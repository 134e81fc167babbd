package ai.xray.memory.internal;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.internal.merge.Circle;
import ai.xray.memory.internal.merge.Fingerprint;
import ai.xray.memory.internal.merge.Restatements;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * What is done to a ranking before it is shown: cells that say the same become one hit, and what is to be watched and what is
 * new moves up among its like.
 */
final class Shaping {
    private static final double WATCHED = 1.7;
    private static final double LEAST_RECENCY = 0.85;
    private static final double BELOW = 0.001;
    private static final double HALF_LIFE_SECONDS = Duration.ofDays(7).toSeconds();

    private Shaping() {}

    /** {@code hits} in which the best of each group of restatements stands for all of it; a group is within one circle. */
    static List<Hit> collapsed(List<Hit> hits, Restatements restatements) {
        Map<String, Fingerprint> prints = restatements.prints(hits.stream()
                .map(Hit::head)
                .filter(head -> head.bare().kind().collapses())
                .map(head -> head.id())
                .toList());
        List<Hit> kept = new ArrayList<>(hits.size());
        for (Hit hit : hits) {
            int standsFor = indexOfTwin(kept, hit, prints);
            if (standsFor < 0) {
                kept.add(hit);
            } else {
                kept.set(standsFor, kept.get(standsFor).withOneMore());
            }
        }
        return kept;
    }

    /** {@code hits} in the order that watching and recency make of their scores. */
    static List<Hit> weighted(List<Hit> hits, Instant now) {
        return hits.stream()
                .map(hit -> hit.scored(weighted(hit.score(), factor(hit.head().bare(), now))))
                .sorted(Hit.BEST_FIRST)
                .toList();
    }

    /**
     * {@code hits} in which what repeats another hit stands below it: it was written down from there, and says so with the
     * words of whoever asked besides.
     */
    static List<Hit> belowOriginals(List<Hit> hits) {
        Map<String, Hit> byId = new HashMap<>();
        hits.forEach(hit -> byId.put(hit.head().id(), hit));
        return hits.stream()
                .map(hit -> originals(hit, byId).max().stream()
                        .filter(original -> hit.score() >= original)
                        .mapToObj(original -> hit.scored(original - BELOW * Math.abs(original)))
                        .findFirst()
                        .orElse(hit))
                .sorted(Hit.BEST_FIRST)
                .toList();
    }

    /** The scores of the hits that it repeats and that repeat nothing themselves. */
    private static DoubleStream originals(Hit hit, Map<String, Hit> byId) {
        return hit.head().quotes().stream()
                .map(byId::get)
                .filter(quoted -> quoted != null && quoted.head().quotes().isEmpty())
                .mapToDouble(Hit::score);
    }

    /** {@code hits} of which only the best of each source is left; those without a source stay. */
    static List<Hit> onePerSource(List<Hit> hits) {
        Map<String, Integer> places = new LinkedHashMap<>();
        List<Hit> kept = new ArrayList<>(hits.size());
        for (Hit hit : hits) {
            Optional<String> source = hit.head().bare().source();
            Integer place = source.map(places::get).orElse(null);
            if (place == null) {
                source.ifPresent(name -> places.put(name, kept.size()));
                kept.add(hit);
            } else {
                kept.set(place, kept.get(place).withOneMore());
            }
        }
        return kept;
    }

    private static int indexOfTwin(List<Hit> kept, Hit hit, Map<String, Fingerprint> prints) {
        Fingerprint print = prints.get(hit.head().id());
        if (print != null) {
            Circle circle = Circle.of(hit.head().bare());
            for (int i = 0; i < kept.size(); i++) {
                Fingerprint other = prints.get(kept.get(i).head().id());
                if (other != null
                        && print.restates(other)
                        && Circle.of(kept.get(i).head().bare()).equals(circle)) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static double factor(MemoryCell cell, Instant now) {
        double age = Math.max(0, Duration.between(cell.updatedAt(), now).toSeconds());
        double recency = LEAST_RECENCY + (1 - LEAST_RECENCY) * Math.pow(0.5, age / HALF_LIFE_SECONDS);
        return cell.kind() == Kind.WATCH_ITEM ? WATCHED * recency : recency;
    }

    /** A larger factor moves up whatever the sign. */
    private static double weighted(double score, double factor) {
        return score >= 0 ? score * factor : score / factor;
    }
}
