package ai.xray.memory.internal.history;

import ai.xray.memory.AgentMemory;
import ai.xray.memory.CellDraft;
import ai.xray.memory.ListRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.Upserted;
import ai.xray.memory.internal.Draft;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Asks memory, for one subject. The cells are public, so that their ids are their titles. */
record Asking(AgentMemory memory, String subject) {
    private static final String TITLE = "Title";
    private static final int MOST_LISTED = 200;
    private static final int MOST_FOUND = 50;

    /** The answer, whatever it is. */
    Answer ask(Request request) {
        try {
            return answer(request);
        } catch (Refusal e) {
            return new Answer.Refused(e.code());
        } catch (IOException e) {
            return new Answer.Failed();
        }
    }

    private Answer answer(Request request) throws IOException {
        Optional<String> key = Optional.of(subject);
        return switch (request) {
            case Request.Upsert upsert -> written(memory.upsert(draft(upsert).build()));
            case Request.Tell tell -> written(memory.upsert(tell.draft().build()));
            case Request.Get get -> cells(List.of(memory.get(get.id(), key).cell()));
            case Request.Fetch fetch -> cells(memory.fetch(fetch.ids(), key).cells());
            case Request.Delete delete -> {
                memory.delete(delete.id(), key);
                yield new Answer.Deleted();
            }
            case Request.Expire expire -> cells(List.of(memory.expire(expire.id(), Optional.empty(), key)));
            case Request.Supersede supersede ->
                cells(List.of(memory.supersede(supersede.old(), draft(supersede).build())
                        .cell()));
            case Request.ListAll() ->
                cells(memory.list(new ListRequest(
                                Optional.empty(), key, Optional.empty(), List.of(), MOST_LISTED, Optional.empty()))
                        .cells());
            case Request.SearchAll() ->
                cells(memory
                        .search(new SearchRequest(Scripts.COMMON, Set.of(), key, List.of(), MOST_FOUND, false))
                        .results()
                        .stream()
                        .map(SearchReply.Result::cell)
                        .toList());
        };
    }

    private CellDraft.Builder draft(Request.Upsert request) {
        CellDraft.Builder draft = Draft.empty().id(request.id()).subject(subject);
        request.content()
                .ifPresent(content -> draft.kind(Scripts.KIND).title(TITLE).content(content));
        request.tags().ifPresent(tags -> draft.tags(tags.toArray(String[]::new)));
        return draft;
    }

    private CellDraft.Builder draft(Request.Supersede request) {
        return Draft.empty().id(request.id()).subject(subject).title(TITLE).content(request.content());
    }

    private static Answer written(Upserted upserted) {
        MemoryCell cell = upserted.cell();
        return new Answer.Written(upserted.outcome(), cell.id(), Facts.of(cell));
    }

    private static Answer cells(Collection<MemoryCell> cells) {
        return new Answer.Cells(cells.stream().collect(Collectors.toMap(MemoryCell::id, Facts::of)));
    }
}
