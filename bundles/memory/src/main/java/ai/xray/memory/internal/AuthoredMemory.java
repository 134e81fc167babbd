package ai.xray.memory.internal;

import ai.xray.memory.AgentMemory;
import ai.xray.memory.Author;
import ai.xray.memory.CellDetail;
import ai.xray.memory.CellDraft;
import ai.xray.memory.CellPage;
import ai.xray.memory.ListRequest;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.Upserted;
import java.io.IOException;
import java.util.Optional;

/** Memory in the hands of one author. */
record AuthoredMemory(Author author, Recall recall, Reading reading, Writing writing) implements AgentMemory {
    @Override
    public SearchReply search(SearchRequest request) throws IOException {
        return recall.search(request);
    }

    @Override
    public CellDetail get(String id, Optional<String> subject) throws IOException {
        return reading.get(id, subject);
    }

    @Override
    public CellPage list(ListRequest request) throws IOException {
        return reading.list(request);
    }

    @Override
    public Upserted upsert(CellDraft draft) throws IOException {
        return writing.upsert(draft, author);
    }

    @Override
    public void delete(String id, Optional<String> subject) throws IOException {
        writing.delete(id, subject, author);
    }
}
