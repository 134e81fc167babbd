package ai.xray.memory;

import java.io.IOException;
import java.util.Optional;

/**
 * What an agent does with authored memory. Every method throws {@link Refusal} for a request that cannot be served as made
 * and {@link IOException} when the store fails. After a refusal nothing was changed; after a failure a write happened either
 * whole or not at all, and where it cannot be told which, the message says so. Thread-safe.
 *
 * <p>{@code subject} is the tenant key the caller presents: without it private cells do not exist.
 */
public interface AgentMemory {
    /** Ranks cells by a query. A cell whose write was acknowledged before the call is found by it. */
    SearchReply search(SearchRequest request) throws IOException;

    /** The cell with this id, whatever its status. */
    CellDetail get(String id, Optional<String> subject) throws IOException;

    /** Cells by filter, newest first. */
    CellPage list(ListRequest request) throws IOException;

    /** Creates, updates or merges a cell; durable when it returns. */
    Upserted upsert(CellDraft draft) throws IOException;

    /** Removes a cell; durable when it returns. */
    void delete(String id, Optional<String> subject) throws IOException;
}
