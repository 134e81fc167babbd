package ai.xray.memory;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What an agent does with authored memory. Every method throws {@link Refusal} for a request that cannot be served as made
 * and {@link IOException} when the store fails. After a refusal nothing was changed; after a failure a write happened either
 * whole or not at all, and where it cannot be told which, the message says so. Thread-safe.
 *
 * <p>{@code subject} is the tenant key the caller presents: without it private cells do not exist. An author whose origin is
 * {@code derived} may neither change nor retire a cell whose origin is {@code human}.
 */
public interface AgentMemory {
    /** Ranks cells by a query. A cell whose write was acknowledged before the call is found by it. */
    SearchReply search(SearchRequest request) throws IOException;

    /** What is remembered about a query, as one block of text that is ready for a prompt. */
    Briefing briefing(BriefingRequest request) throws IOException;

    /** The cell with this id, whatever its status. */
    CellDetail get(String id, Optional<String> subject) throws IOException;

    /** The cells with these ids, 1 to 50 of them, whatever their status; an id given twice counts once. */
    Fetched fetch(List<String> ids, Optional<String> subject) throws IOException;

    /** Cells by filter, newest first unless the request says otherwise. */
    CellPage list(ListRequest request) throws IOException;

    /** The active cells that changed last, newest first, with what was asked and recalled among them. */
    RecentCells recent(RecentRequest request) throws IOException;

    /** Creates, updates or merges a cell; durable when it returns. */
    Upserted upsert(CellDraft draft) throws IOException;

    /** Removes a cell; durable when it returns. */
    void delete(String id, Optional<String> subject) throws IOException;

    /**
     * Writes a new cell in place of an old one, which stays readable as {@code superseded}; both or neither, durable when it
     * returns. The same call again changes nothing more.
     *
     * @param oldId a cell that is not superseded yet; a private one needs its subject in {@code replacement}
     * @param replacement the new cell, never merged into another; where it leaves out kind, scope or subject those of the
     *     old cell hold, so that what replaces a private cell is not public by oversight
     */
    Superseded supersede(String oldId, CellDraft replacement) throws IOException;

    /**
     * Retires a cell that no longer holds: it becomes {@code stale}, with who did it and why under {@code data.expired}. One
     * that is stale or superseded already stays as it is.
     *
     * @param reason at most 2,000 characters
     * @return the cell as it is now
     */
    MemoryCell expire(String id, Optional<String> reason, Optional<String> subject) throws IOException;

    /**
     * Retires a cell that turned out wrong, and every active, derived cell that was drawn from it. One unit: all of it
     * happens or nothing.
     */
    Refuted refute(RefuteRequest request) throws IOException;

    /**
     * Finds cells that restate others and, with {@code apply}, makes the restatements {@code superseded} and lists them on
     * the cell that stays, one cluster at a time and each whole or not at all. Only cells in view of {@code subject} are
     * looked at, and none that the author may not retire.
     *
     * @param kind empty for all kinds that merge
     */
    Consolidated consolidate(Optional<Kind> kind, Optional<String> subject, boolean apply) throws IOException;
}
