package ai.xray.memory.internal;

import ai.xray.event.MemoryEvent;
import ai.xray.memory.Author;
import ai.xray.memory.CellPage;
import ai.xray.memory.EditableMemory;
import ai.xray.memory.Kind;
import ai.xray.memory.ListRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.internal.rule.Retention;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A memory with everything around it in the hands of a test. */
public final class Room {
    /** Without threads that write behind: what is in the store is what the test put there. */
    private static final Settings QUIET = new Settings(new Retention(Duration.ZERO), Duration.ZERO);

    public final MapStore store;
    public final MovableClock clock = new MovableClock();
    public final WordRanker ranker = new WordRanker();
    public final List<MemoryEvent> events = Collections.synchronizedList(new ArrayList<>());
    public final MemoryService service;

    private Room(MapStore store, boolean ranked, Settings settings) throws IOException {
        this.store = store;
        service = new MemoryService(store, clock, settings);
        service.addListener(events::add);
        if (ranked) {
            service.addRanker(ranker, Map.of());
        }
        service.open();
    }

    /** With a ranker and nothing else. */
    public static Room empty() throws IOException {
        return over(new MapStore());
    }

    static Room over(MapStore store) throws IOException {
        return new Room(store, true, QUIET);
    }

    static Room with(Settings settings) throws IOException {
        return new Room(new MapStore(), true, settings);
    }

    static Room withoutRanker(MapStore store) throws IOException {
        return new Room(store, false, QUIET);
    }

    EditableMemory as(Origin origin) {
        return service.as(new Author(origin, "tester"));
    }

    /** Memory for an agent. */
    public EditableMemory agent() {
        return as(Origin.DERIVED);
    }

    EditableMemory human() {
        return as(Origin.HUMAN);
    }

    SearchReply search(String query) throws IOException {
        return search(query, Optional.empty());
    }

    SearchReply search(String query, Optional<String> subject) throws IOException {
        return agent().search(new SearchRequest(query, Set.of(), subject, List.of(), 10, false));
    }

    List<String> found(String query) throws IOException {
        return ids(search(query));
    }

    static List<String> ids(SearchReply reply) {
        return reply.results().stream().map(result -> result.cell().id()).toList();
    }

    CellPage list(Optional<String> subject, int limit, Optional<String> cursor) throws IOException {
        return agent().list(new ListRequest(Optional.empty(), subject, Optional.empty(), List.of(), limit, cursor));
    }

    List<String> listed() throws IOException {
        return list(Optional.empty(), 200, Optional.empty()).cells().stream()
                .map(MemoryCell::id)
                .toList();
    }

    static MemoryCell cell(String id) {
        return MemoryCell.cell(id, Kind.ACTIVE_CONCERN, Instant.parse("2026-11-01T00:00:00Z"))
                .title("title of " + id)
                .content("content of " + id)
                .build();
    }

    /** Waits for {@code condition}, not for a time. */
    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited in vain");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
