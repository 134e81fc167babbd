package ai.xray.memory.internal;

import ai.xray.memory.CellDetail;
import ai.xray.memory.CellPage;
import ai.xray.memory.Kind;
import ai.xray.memory.ListRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.NotFound;
import ai.xray.memory.Privacy;
import ai.xray.memory.Status;
import ai.xray.memory.StoredCell;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Corpus;
import ai.xray.memory.internal.corpus.Head;
import ai.xray.memory.internal.corpus.Position;
import ai.xray.memory.internal.corpus.View;
import ai.xray.memory.internal.rule.DraftRules;
import ai.xray.memory.internal.rule.Limit;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads that do not rank. */
final class Reading {
    private final Cells cells;
    private final InstantSource clock;

    Reading(Cells cells, InstantSource clock) {
        this.cells = cells;
        this.clock = clock;
    }

    CellDetail get(String id, Optional<String> subject) throws IOException {
        DraftRules.id(id);
        subject.ifPresent(DraftRules::subject);
        Predicate<MemoryCell> known = cell -> Privacy.mayKnow(cell, subject);
        MemoryCell cell = cells.get(id).map(StoredCell::cell).filter(known).orElseThrow(() -> new NotFound(id));
        Corpus corpus = cells.corpus();
        return new CellDetail(
                shown(cell, clock.instant()), ids(corpus.heads(cell.links(), known)), ids(corpus.citing(id, known)));
    }

    CellPage list(ListRequest request) throws IOException {
        int limit = Limit.LIST.used("limit", request.limit());
        Instant now = clock.instant();
        View view = view(request, now);
        Optional<Position> start = request.cursor().map(Cursor::read);
        List<Head> heads = cells.corpus().newest(start, view, limit + 1);
        boolean more = heads.size() > limit;
        List<Head> page = more ? heads.subList(0, limit) : heads;
        return new CellPage(
                load(page, view),
                limit,
                more ? Optional.of(Cursor.of(page.getLast().position())) : Optional.empty());
    }

    /** The cells of {@code heads} as the store holds them now, without those that have left the view since. */
    List<MemoryCell> load(List<Head> heads, View view) throws IOException {
        Map<String, StoredCell> stored = cells.get(ids(heads));
        return heads.stream()
                .map(head -> stored.get(head.id()))
                .filter(found -> found != null && view.test(found.cell()))
                .map(found -> shown(found.cell(), view.now()))
                .toList();
    }

    /** The cell as a reader sees it: past its deadline it is stale, whether or not the store says so yet. */
    static MemoryCell shown(MemoryCell cell, Instant now) {
        Status status = cell.statusAt(now);
        return status == cell.status() ? cell : cell.with().status(status).build();
    }

    private static View view(ListRequest request, Instant now) {
        Set<Kind> kinds = request.kind().stream().collect(Collectors.toUnmodifiableSet());
        DraftRules.kinds("kind", kinds);
        return new View(
                request.subject().map(DraftRules::subject),
                kinds,
                request.status(),
                DraftRules.tags(request.tags()),
                now);
    }

    private static List<String> ids(List<Head> heads) {
        return heads.stream().map(Head::id).toList();
    }
}
