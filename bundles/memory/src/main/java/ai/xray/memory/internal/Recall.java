package ai.xray.memory.internal;

import ai.xray.event.MemoryEvent;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Privacy;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchReply.Result;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.Status;
import ai.xray.memory.StoredCell;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Head;
import ai.xray.memory.internal.corpus.Listeners;
import ai.xray.memory.internal.corpus.View;
import ai.xray.memory.internal.rule.DraftRules;
import ai.xray.memory.internal.rule.Limit;
import ai.xray.search.Ranked;
import ai.xray.search.TextIndex;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads that rank. */
final class Recall {
    private static final String LEXICAL = "lexical";
    private static final String RECENT = "recent";
    private static final String NO_RANKER = "no ranker is ready: recent cells are shown, whatever the query";

    private final Cells cells;
    private final Listeners listeners;
    private final Episodes episodes;
    private final InstantSource clock;

    Recall(Cells cells, Listeners listeners, Episodes episodes, InstantSource clock) {
        this.cells = cells;
        this.listeners = listeners;
        this.episodes = episodes;
        this.clock = clock;
    }

    SearchReply search(SearchRequest request) throws IOException {
        SearchReply reply = find(request);
        tell(request, reply.results().stream().map(Result::cell).toList());
        return reply;
    }

    /** A search that nobody hears of. */
    SearchReply find(SearchRequest request) throws IOException {
        int limit = Limit.SEARCH.used("limit", request.limit());
        Query query = Query.of(request.query());
        View view = view(request);
        Optional<TextIndex<MemoryCell>> index = cells.shelves().best();
        boolean ranked = index.isPresent() && index.get().hasWords(query.text());
        List<Hit> hits = ranked ? ranked(index.get(), query, view, limit) : recent(view, limit);
        if (ranked && request.expandLinks()) {
            hits = LinkExpansion.expand(hits, cells.corpus(), view, limit);
        }
        List<Result> results = load(hits, view);
        Optional<String> degraded = index.isPresent() ? query.note() : Optional.of(NO_RANKER);
        return new SearchReply(results, ranked ? LEXICAL : RECENT, limit, degraded);
    }

    private View view(SearchRequest request) {
        DraftRules.kinds("kinds", request.kinds());
        return new View(
                request.subject().map(DraftRules::subject),
                request.kinds(),
                Optional.of(Status.ACTIVE),
                DraftRules.tags(request.tags()),
                clock.instant());
    }

    private List<Hit> ranked(TextIndex<MemoryCell> index, Query query, View view, int limit) {
        Map<String, Ranked> ranking = new LinkedHashMap<>();
        index.rank(query.text(), view, limit).forEach(ranked -> ranking.put(ranked.id(), ranked));
        return cells.corpus().heads(ranking.keySet(), view).stream()
                .map(head -> new Hit(head, ranking.get(head.id()).score(), List.of(LEXICAL)))
                .toList();
    }

    private List<Hit> recent(View view, int limit) {
        return cells.corpus().newest(Optional.empty(), view, limit).stream()
                .map(head -> new Hit(head, 0, List.of()))
                .toList();
    }

    /** Drops a hit whose cell was deleted or left the view after it was ranked. */
    private List<Result> load(List<Hit> hits, View view) throws IOException {
        Map<String, StoredCell> stored =
                cells.get(hits.stream().map(Hit::head).map(Head::id).toList());
        List<Result> results = new ArrayList<>(hits.size());
        for (Hit hit : hits) {
            StoredCell found = stored.get(hit.head().id());
            if (found != null && view.test(found.cell())) {
                results.add(new Result(found.cell(), hit.score(), hit.matched()));
            }
        }
        return results;
    }

    /**
     * Lets it be known and remembered that a request was answered with {@code found}. A hit names shared cells only, and
     * what was asked on behalf of a subject is told to that subject alone.
     */
    void tell(SearchRequest request, List<MemoryCell> found) {
        String query = Query.of(request.query()).text();
        episodes.add(
                query, request.subject(), found.stream().map(MemoryCell::id).toList());
        List<MemoryCell> shared = found.stream()
                .filter(cell -> !Privacy.isPrivate(cell.scope(), cell.kind()))
                .toList();
        if (!shared.isEmpty()) {
            List<String> ids = shared.stream().map(MemoryCell::id).toList();
            List<Kind> kinds = shared.stream().map(MemoryCell::kind).distinct().toList();
            listeners.publish(new MemoryEvent.Hit(ids, query, kinds, request.subject()));
        }
    }
}
