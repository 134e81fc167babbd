package ai.xray.memory.internal;

import ai.xray.memory.CellDetail;
import ai.xray.memory.CellPage;
import ai.xray.memory.Fetched;
import ai.xray.memory.Kind;
import ai.xray.memory.ListRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.NotFound;
import ai.xray.memory.Privacy;
import ai.xray.memory.RecentCells;
import ai.xray.memory.RecentRequest;
import ai.xray.memory.Status;
import ai.xray.memory.StoredCell;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Corpus;
import ai.xray.memory.internal.corpus.Head;
import ai.xray.memory.internal.corpus.Position;
import ai.xray.memory.internal.corpus.View;
import ai.xray.memory.internal.rule.DraftRules;
import ai.xray.memory.internal.rule.Limit;
import ai.xray.memory.internal.rule.Retention;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
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
    private final Retention retention;

    Reading(Cells cells, InstantSource clock, Retention retention) {
        this.cells = cells;
        this.clock = clock;
        this.retention = retention;
    }

    CellDetail get(String id, Optional<String> subject) throws IOException {
        DraftRules.id(id);
        subject.ifPresent(DraftRules::subject);
        Instant now = clock.instant();
        Predicate<MemoryCell> known = known(subject, now);
        MemoryCell cell = cells.get(id).map(StoredCell::cell).filter(known).orElseThrow(() -> new NotFound(id));
        cells.settle();
        Corpus corpus = cells.corpus();
        return new CellDetail(shown(cell, now), ids(corpus.heads(cell.links(), known)), ids(corpus.citing(id, known)));
    }

    Fetched fetch(List<String> ids, Optional<String> subject) throws IOException {
        List<String> wanted = DraftRules.ids(ids);
        subject.ifPresent(DraftRules::subject);
        Instant now = clock.instant();
        Predicate<MemoryCell> known = known(subject, now);
        Map<String, StoredCell> stored = cells.get(wanted);
        List<MemoryCell> found = new ArrayList<>(wanted.size());
        List<String> missing = new ArrayList<>();
        for (String id : wanted) {
            Optional<MemoryCell> cell =
                    Optional.ofNullable(stored.get(id)).map(StoredCell::cell).filter(known);
            cell.ifPresentOrElse(there -> found.add(shown(there, now)), () -> missing.add(id));
        }
        return new Fetched(found, missing);
    }

    RecentCells recent(RecentRequest request) throws IOException {
        int limit = Limit.RECENT.used("limit", request.limit());
        request.subject().ifPresent(DraftRules::subject);
        Instant now = clock.instant();
        Predicate<MemoryCell> filter = known(request.subject(), now)
                .and(cell -> Privacy.inView(cell.scope(), cell.kind(), cell.subject(), request.subject()))
                .and(cell -> cell.statusAt(now) == Status.ACTIVE)
                .and(cell -> request.since()
                        .map(since -> !cell.updatedAt().isBefore(since))
                        .orElse(true));
        cells.settle();
        List<Head> heads = cells.corpus().newest(Optional.empty(), filter, limit);
        return new RecentCells(load(heads, filter, now), limit);
    }

    CellPage list(ListRequest request) throws IOException {
        int limit = Limit.LIST.used("limit", request.limit());
        Instant now = clock.instant();
        View view = view(request, now);
        Optional<Position> start = request.cursor().map(Cursor::read);
        cells.settle();
        Corpus corpus = cells.corpus();
        List<Head> heads = request.order() == ListRequest.Order.OLDEST
                ? corpus.oldest(start, view, limit + 1)
                : corpus.newest(start, view, limit + 1);
        boolean more = heads.size() > limit;
        List<Head> page = more ? heads.subList(0, limit) : heads;
        return new CellPage(
                load(page, view, now),
                limit,
                more ? Optional.of(Cursor.of(page.getLast().position())) : Optional.empty());
    }

    /** The cells of {@code heads} as the store holds them now, without those that {@code filter} keeps no longer. */
    List<MemoryCell> load(List<Head> heads, Predicate<MemoryCell> filter, Instant now) throws IOException {
        Map<String, StoredCell> stored = cells.get(ids(heads));
        return heads.stream()
                .map(head -> stored.get(head.id()))
                .filter(found -> found != null && filter.test(found.cell()))
                .map(found -> shown(found.cell(), now))
                .toList();
    }

    /** The cell as a reader sees it: past its deadline it is stale, whether or not the store says so yet. */
    static MemoryCell shown(MemoryCell cell, Instant now) {
        Status status = cell.statusAt(now);
        return status == cell.status() ? cell : cell.with().status(status).build();
    }

    /** What there is for a caller. */
    private Predicate<MemoryCell> known(Optional<String> subject, Instant now) {
        return cell -> Privacy.mayKnow(cell, subject) && !retention.hides(cell, now);
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
