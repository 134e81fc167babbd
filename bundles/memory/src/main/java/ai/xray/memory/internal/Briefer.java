package ai.xray.memory.internal;

import ai.xray.memory.Briefing;
import ai.xray.memory.BriefingRequest;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.Status;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Head;
import ai.xray.memory.internal.corpus.Quotes;
import ai.xray.memory.internal.corpus.View;
import ai.xray.memory.internal.rule.Limit;
import ai.xray.memory.internal.rule.Tokens;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the block of text that a prompt begins with: what always matters, then what matches. */
final class Briefer {
    private static final List<Kind> STANDING = List.of(Kind.SYSTEM_IDENTITY, Kind.ACTIVE_CONCERN, Kind.WATCH_ITEM);
    private static final int MOST_OF_A_KIND = 3;

    private final Cells cells;
    private final Recall recall;
    private final Reading reading;
    private final InstantSource clock;

    Briefer(Cells cells, Recall recall, Reading reading, InstantSource clock) {
        this.cells = cells;
        this.recall = recall;
        this.reading = reading;
        this.clock = clock;
    }

    Briefing brief(BriefingRequest request) throws IOException {
        int limit = Limit.BRIEFING.used("limit", request.limit());
        int budget = Limit.TOKENS.used("maxTokens", request.maxTokens());
        SearchRequest search =
                new SearchRequest(request.query(), Set.of(), request.subject(), List.of(), 2 * limit, false);
        SearchReply found = recall.find(search);
        List<MemoryCell> hits = original(found).stream().limit(limit).toList();
        Instant now = clock.instant();

        Map<String, MemoryCell> chosen = new LinkedHashMap<>();
        int standing = Math.max(limit - hits.size(), limit / 2); // so that a hit always has a place
        standing(request.subject(), now, standing).forEach(cell -> chosen.put(cell.id(), cell));
        hits.stream().limit(limit).forEach(hit -> {
            if (chosen.size() < limit) {
                chosen.putIfAbsent(hit.id(), hit);
            }
        });
        List<MemoryCell> shown = List.copyOf(chosen.values());
        int best = hits.isEmpty()
                ? 0
                : List.copyOf(chosen.keySet()).indexOf(hits.getFirst().id());
        BriefingText.Laid laid = BriefingText.of(shown, best, budget, now);

        recall.tell(search, hits.stream().filter(laid.cells()::contains).toList());
        return new Briefing(
                laid.text(),
                laid.cells().stream().map(MemoryCell::id).toList(),
                Tokens.of(laid.text()),
                limit,
                found.degraded());
    }

    /** What was found but what only repeats something else that was: a block that quotes a block says everything twice. */
    private static List<MemoryCell> original(SearchReply found) {
        List<MemoryCell> cells =
                found.results().stream().map(SearchReply.Result::cell).toList();
        Set<String> ids = cells.stream().map(MemoryCell::id).collect(Collectors.toSet());
        return cells.stream()
                .filter(cell -> Collections.disjoint(ids, Quotes.of(cell)))
                .toList();
    }

    /** The newest of each standing kind, none of which may crowd the others out; the kinds one after the other. */
    private List<MemoryCell> standing(Optional<String> subject, Instant now, int most) throws IOException {
        View view = new View(subject, Set.copyOf(STANDING), Optional.of(Status.ACTIVE), List.of(), now);
        List<Head> heads = new ArrayList<>();
        List<List<Head>> byKind = new ArrayList<>();
        for (Kind kind : STANDING) {
            View one = new View(subject, Set.of(kind), Optional.of(Status.ACTIVE), List.of(), now);
            byKind.add(cells.corpus().newest(Optional.empty(), one, MOST_OF_A_KIND));
        }
        for (int i = 0; i < MOST_OF_A_KIND; i++) {
            for (List<Head> kind : byKind) {
                if (i < kind.size() && heads.size() < most) {
                    heads.add(kind.get(i));
                }
            }
        }
        heads.sort(Comparator.comparingInt(head -> STANDING.indexOf(head.bare().kind())));
        return reading.load(heads, view, now);
    }
}
