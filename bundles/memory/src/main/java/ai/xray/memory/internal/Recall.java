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
import ai.xray.memory.internal.corpus.Listeners;
import ai.xray.memory.internal.corpus.View;
import ai.xray.memory.internal.rule.DraftRules;
import ai.xray.memory.internal.rule.Limit;
import ai.xray.search.Reranker;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads that rank. */
final class Recall {
    private final Cells cells;
    private final Ranks ranks;
    private final Listeners listeners;
    private final Episodes episodes;
    private final RecallSettings settings;
    private final InstantSource clock;
    private final LastWord lastWord;

    Recall(
            Cells cells,
            Ranks ranks,
            Listeners listeners,
            Episodes episodes,
            RecallSettings settings,
            InstantSource clock) {
        this.cells = cells;
        this.ranks = ranks;
        this.listeners = listeners;
        this.episodes = episodes;
        this.settings = settings;
        this.clock = clock;
        lastWord = new LastWord(settings.rerankTimeout());
    }

    /** What has the last word on the order, where there is one. */
    Optionally<Reranker> reranker() {
        return lastWord.model();
    }

    /** Asks no reranker any more. */
    void close() {
        lastWord.close();
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
        cells.settle();
        Ranks.Found found = ranks.find(query.text(), view, limit);
        boolean ranked = !found.mode().equals(Ranks.RECENT);
        Optional<Reranker> model = ranked ? lastWord.model().get() : Optional.empty();
        List<Hit> hits = found.hits();
        if (ranked && settings.shaping()) {
            hits = Shaping.collapsed(hits, cells.restatements());
            hits = model.isPresent() ? hits : Shaping.weighted(hits, view.now());
        }
        if (request.collapseSources()) {
            hits = Shaping.onePerSource(hits);
        }
        Pool pool = new Pool(hits, Optional.empty());
        if (model.isPresent()) {
            pool = reranked(model.get(), query, hits, view);
        }
        List<Hit> shown = ranked && settings.shaping() ? Shaping.belowOriginals(pool.hits()) : pool.hits();
        if (ranked && request.expandLinks()) {
            shown = LinkExpansion.expand(shown.subList(0, Math.min(limit, shown.size())), cells.corpus(), view, limit);
        }
        List<Result> results = load(shown, view, limit);
        return new SearchReply(
                results, found.mode(), limit, notes(Stream.of(query.note(), found.degraded(), pool.degraded())));
    }

    private record Pool(List<Hit> hits, Optional<String> degraded) {}

    /** The pool in the order of a model that reads query and text together; as it was when that fails. */
    private Pool reranked(Reranker model, Query query, List<Hit> hits, View view) throws IOException {
        Map<String, StoredCell> stored = stored(hits);
        List<Hit> there =
                hits.stream().filter(hit -> stored.containsKey(hit.head().id())).toList();
        List<String> texts = there.stream()
                .map(hit -> stored.get(hit.head().id()).cell())
                .map(cell -> cell.title() + "\n" + cell.content())
                .toList();
        try {
            double[] scores = lastWord.score(model, query.text(), texts);
            return new Pool(
                    IntStream.range(0, scores.length)
                            .mapToObj(i -> there.get(i).scored(scores[i]))
                            .sorted(Hit.BEST_FIRST)
                            .toList(),
                    Optional.empty());
        } catch (IOException e) {
            List<Hit> usual = settings.shaping() ? Shaping.weighted(there, view.now()) : there;
            return new Pool(usual, Optional.of("not reranked: " + e.getMessage()));
        }
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

    /** Drops a hit whose cell was deleted or left the view after it was ranked; the next takes its place. */
    private List<Result> load(List<Hit> hits, View view, int limit) throws IOException {
        List<Result> results = new ArrayList<>(Math.min(limit, hits.size()));
        for (int from = 0; from < hits.size() && results.size() < limit; ) {
            List<Hit> next = hits.subList(from, Math.min(hits.size(), from + limit - results.size()));
            Map<String, StoredCell> stored = stored(next);
            for (Hit hit : next) {
                StoredCell found = stored.get(hit.head().id());
                if (found != null && view.test(found.cell())) {
                    results.add(result(hit, found.cell()));
                }
            }
            from += next.size();
        }
        return results;
    }

    private Map<String, StoredCell> stored(List<Hit> hits) throws IOException {
        return cells.get(hits.stream().map(hit -> hit.head().id()).toList());
    }

    private Result result(Hit hit, MemoryCell cell) {
        int most = settings.contentLimit();
        boolean truncated =
                most > 0 && cell.content().codePointCount(0, cell.content().length()) > most;
        MemoryCell shown = truncated
                ? cell.with()
                        .content(cell.content().substring(0, cell.content().offsetByCodePoints(0, most)))
                        .build()
                : cell;
        return new Result(shown, hit.score(), hit.matched(), hit.collapsed(), truncated);
    }

    private static Optional<String> notes(Stream<Optional<String>> notes) {
        String all = notes.flatMap(Optional::stream).collect(Collectors.joining("; "));
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
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
