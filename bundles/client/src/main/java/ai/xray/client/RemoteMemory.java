package ai.xray.client;

import ai.xray.memory.AgentMemory;
import ai.xray.memory.Briefing;
import ai.xray.memory.BriefingRequest;
import ai.xray.memory.CellDetail;
import ai.xray.memory.CellDraft;
import ai.xray.memory.CellPage;
import ai.xray.memory.Consolidated;
import ai.xray.memory.Fetched;
import ai.xray.memory.Kind;
import ai.xray.memory.ListRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Named;
import ai.xray.memory.RecentCells;
import ai.xray.memory.RecentRequest;
import ai.xray.memory.RefuteRequest;
import ai.xray.memory.Refuted;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.Superseded;
import ai.xray.memory.Upserted;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The tools of a server as {@link AgentMemory}: each method is the call of one tool. */
final class RemoteMemory implements AgentMemory {
    private final ToolCaller server;

    RemoteMemory(ToolCaller server) {
        this.server = server;
    }

    @Override
    public SearchReply search(SearchRequest request) throws IOException {
        Reply reply = call(
                "search_memory",
                new Arguments()
                        .put("query", request.query())
                        .put("kinds", Named.wires(request.kinds()))
                        .put("subject", request.subject())
                        .put("tags", request.tags())
                        .put("limit", request.limit())
                        .put("expand_links", request.expandLinks())
                        .put("collapse_sources", request.collapseSources()));
        return new SearchReply(
                reply.each("results", Reply::result),
                reply.text("mode"),
                reply.number("limit"),
                reply.optionalText("degraded"));
    }

    @Override
    public Briefing briefing(BriefingRequest request) throws IOException {
        Reply reply = call(
                "get_memory_context",
                new Arguments()
                        .put("query", request.query())
                        .put("subject", request.subject())
                        .put("max_tokens", request.maxTokens())
                        .put("limit", request.limit()));
        return new Briefing(
                reply.text("context"),
                reply.texts("ids"),
                reply.number("tokens"),
                reply.number("limit"),
                reply.optionalText("degraded"));
    }

    @Override
    public CellDetail get(String id, Optional<String> subject) throws IOException {
        Reply reply = call("get_memory", new Arguments().put("id", id).put("subject", subject));
        return new CellDetail(reply.cell("cell"), reply.texts("linksTo"), reply.texts("citedBy"));
    }

    @Override
    public Fetched fetch(List<String> ids, Optional<String> subject) throws IOException {
        Reply reply = call("fetch_memory", new Arguments().put("ids", ids).put("subject", subject));
        return new Fetched(reply.each("cells", Reply::cell), reply.texts("missing"));
    }

    @Override
    public CellPage list(ListRequest request) throws IOException {
        Reply reply = call(
                "list_memory",
                new Arguments()
                        .put("kind", request.kind().map(Named::wire))
                        .put("subject", request.subject())
                        .put("status", request.status().map(Named::wire))
                        .put("tags", request.tags())
                        .put("order", request.order().wire())
                        .put("limit", request.limit())
                        .put("cursor", request.cursor()));
        return new CellPage(reply.each("cells", Reply::cell), reply.number("limit"), reply.optionalText("nextCursor"));
    }

    @Override
    public RecentCells recent(RecentRequest request) throws IOException {
        Reply reply = call(
                "recent_memory",
                new Arguments()
                        .put("limit", request.limit())
                        .put("since", request.since())
                        .put("subject", request.subject()));
        return new RecentCells(reply.each("cells", Reply::cell), reply.number("limit"));
    }

    @Override
    public Upserted upsert(CellDraft draft) throws IOException {
        Reply reply = call("upsert_memory", new Arguments().put(draft));
        return new Upserted(
                Named.parse("status", reply.text("status"), Arrays.asList(Upserted.Outcome.values())),
                reply.cell("cell"));
    }

    @Override
    public void delete(String id, Optional<String> subject) throws IOException {
        call("delete_memory", new Arguments().put("id", id).put("subject", subject));
    }

    /** Reads the new cell after it was written: the server tells its id alone. */
    @Override
    public Superseded supersede(String oldId, CellDraft replacement) throws IOException {
        Reply reply =
                call("supersede_memory", new Arguments().put("old_id", oldId).put(replacement));
        MemoryCell cell = get(reply.text("id"), replacement.subject()).cell();
        return new Superseded(cell, reply.text("superseded"));
    }

    /** Reads the cell after it was retired: the server tells its id and status alone. */
    @Override
    public MemoryCell expire(String id, Optional<String> reason, Optional<String> subject) throws IOException {
        call(
                "expire_memory",
                new Arguments().put("id", id).put("reason", reason).put("subject", subject));
        return get(id, subject).cell();
    }

    @Override
    public Refuted refute(RefuteRequest request) throws IOException {
        Reply reply = call(
                "refute_memory",
                new Arguments()
                        .put("id", request.id())
                        .put("reason", request.reason())
                        .put("evidence", request.evidence())
                        .put("subject", request.subject())
                        .put("preview", request.preview()));
        return new Refuted(
                reply.text("id"),
                reply.texts("retired"),
                reply.each("kept", kept -> new Refuted.Kept(kept.text("id"), kept.text("why"))));
    }

    @Override
    public Consolidated consolidate(Optional<Kind> kind, Optional<String> subject, boolean apply) throws IOException {
        Reply reply = call(
                "consolidate_memory",
                new Arguments()
                        .put("kind", kind.map(Named::wire))
                        .put("subject", subject)
                        .put("apply", apply));
        return new Consolidated(
                reply.each(
                        "clusters",
                        cluster -> new Consolidated.Cluster(cluster.text("keeper"), cluster.texts("restatements"))),
                reply.flag("applied"));
    }

    private Reply call(String tool, Arguments arguments) throws IOException {
        return new Reply(tool, server.call(tool, arguments.fields()));
    }
}
