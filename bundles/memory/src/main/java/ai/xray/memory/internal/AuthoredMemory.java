package ai.xray.memory.internal;

import ai.xray.memory.Author;
import ai.xray.memory.Briefing;
import ai.xray.memory.BriefingRequest;
import ai.xray.memory.CellDetail;
import ai.xray.memory.CellDraft;
import ai.xray.memory.CellPage;
import ai.xray.memory.Consolidated;
import ai.xray.memory.Drawing;
import ai.xray.memory.DrawingRequest;
import ai.xray.memory.EditableMemory;
import ai.xray.memory.Fetched;
import ai.xray.memory.Kind;
import ai.xray.memory.ListRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.RecentCells;
import ai.xray.memory.RecentRequest;
import ai.xray.memory.RefuteRequest;
import ai.xray.memory.Refuted;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.Superseded;
import ai.xray.memory.Upserted;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Memory in the hands of one author. */
record AuthoredMemory(
        Author author,
        Recall recall,
        Briefer briefer,
        Reading reading,
        Drawer drawer,
        Writing writing,
        Retiring retiring,
        Consolidation consolidation)
        implements EditableMemory {
    @Override
    public SearchReply search(SearchRequest request) throws IOException {
        return recall.search(request);
    }

    @Override
    public Briefing briefing(BriefingRequest request) throws IOException {
        return briefer.brief(request);
    }

    @Override
    public CellDetail get(String id, Optional<String> subject) throws IOException {
        return reading.get(id, subject);
    }

    @Override
    public Fetched fetch(List<String> ids, Optional<String> subject) throws IOException {
        return reading.fetch(ids, subject);
    }

    @Override
    public CellPage list(ListRequest request) throws IOException {
        return reading.list(request);
    }

    @Override
    public RecentCells recent(RecentRequest request) throws IOException {
        return reading.recent(request);
    }

    @Override
    public Drawing draw(DrawingRequest request) throws IOException {
        return drawer.draw(request);
    }

    @Override
    public Upserted update(CellDraft draft, Predicate<MemoryCell> seen) throws IOException {
        return writing.update(draft, seen, author);
    }

    @Override
    public Upserted upsert(CellDraft draft) throws IOException {
        return writing.upsert(draft, author);
    }

    @Override
    public void delete(String id, Optional<String> subject, Predicate<MemoryCell> seen) throws IOException {
        writing.delete(id, subject, seen, author);
    }

    @Override
    public Superseded supersede(String oldId, CellDraft replacement) throws IOException {
        return retiring.supersede(oldId, replacement, author);
    }

    @Override
    public MemoryCell expire(String id, Optional<String> reason, Optional<String> subject) throws IOException {
        return retiring.expire(id, reason, subject, author);
    }

    @Override
    public Refuted refute(RefuteRequest request) throws IOException {
        return retiring.refute(request, author);
    }

    @Override
    public Consolidated consolidate(Optional<Kind> kind, Optional<String> subject, boolean apply) throws IOException {
        List<Consolidated.Cluster> clusters = consolidation.run(kind, subject, apply, author).stream()
                .map(cluster -> new Consolidated.Cluster(cluster.keeper(), cluster.restatements()))
                .toList();
        return new Consolidated(clusters, apply);
    }
}
