package ai.xray.memory.internal;

import ai.xray.memory.internal.corpus.Corpus;
import ai.xray.memory.internal.corpus.Head;
import ai.xray.memory.internal.corpus.View;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One-hop link expansion: what a hit links to joins the hits at half the hit's score, so that neighbours of a strong hit
 * come before weak hits and the limit stays what it is.
 */
final class LinkExpansion {
    private static final double SHARE = 0.5;
    private static final String BY_LINK = "link";

    private LinkExpansion() {}

    static List<Hit> expand(List<Hit> hits, Corpus corpus, View view, int limit) {
        Map<String, Hit> all = new LinkedHashMap<>();
        hits.forEach(hit -> all.put(hit.head().id(), hit));
        for (Hit hit : hits) {
            for (Head neighbour : corpus.heads(hit.head().bare().links(), view)) {
                all.putIfAbsent(neighbour.id(), new Hit(neighbour, SHARE * hit.score(), List.of(BY_LINK)));
            }
        }
        return all.values().stream().sorted(Hit.BEST_FIRST).limit(limit).toList();
    }
}
