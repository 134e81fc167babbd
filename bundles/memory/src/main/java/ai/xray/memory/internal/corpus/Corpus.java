package ai.xray.memory.internal.corpus;

import ai.xray.memory.MemoryCell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;

/**
 * The heads of all cells, their order, who cites whom, and what came from one source. Thread-safe: every answer is taken from one state.
 *
 * <p>Versions may arrive in any order; the newest revision of an id wins. For that, deletes are remembered, the last
 * {@value #REMEMBERED_DELETES} of them: an older version that comes later than so many other deletes would be taken in
 * again, until its own delete is told.
 */
public final class Corpus {
    private static final int REMEMBERED_DELETES = 8192;

    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Head> heads = new HashMap<>();
    private final NavigableMap<Position, Head> order = new TreeMap<>();
    private final Map<String, Set<String>> citing = new HashMap<>();
    private final Sources sources = new Sources();
    private final Map<String, Long> deleted = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > REMEMBERED_DELETES;
        }
    };

    Corpus() {}

    /** What a newer version replaced. */
    record Change(Optional<Head> before, Optional<Head> after) {}

    /** Takes in a version, unless one as new or newer is known. */
    Optional<Change> put(Head head) {
        lock.writeLock().lock();
        try {
            if (revision(head.id()) >= head.revision()) {
                return Optional.empty();
            }
            deleted.remove(head.id());
            Optional<Head> before = drop(head.id());
            heads.put(head.id(), head);
            order.put(head.position(), head);
            sources.put(head);
            head.cites()
                    .forEach(cited -> citing.computeIfAbsent(cited, key -> new HashSet<>(2))
                            .add(head.id()));
            return Optional.of(new Change(before, Optional.of(head)));
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Takes in that the cell was deleted by {@code revision}, unless something as new or newer is known. */
    Optional<Change> remove(String id, long revision) {
        lock.writeLock().lock();
        try {
            if (revision(id) >= revision) {
                return Optional.empty();
            }
            deleted.remove(id); // so that the entry counts as the youngest
            deleted.put(id, revision);
            return drop(id).map(before -> new Change(Optional.of(before), Optional.empty()));
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Whether exactly this version of the cell is the newest that is known. */
    boolean holds(String id, long revision) {
        lock.readLock().lock();
        try {
            Head head = heads.get(id);
            return head != null && head.revision() == revision;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The head of the newest version of the cell that is known, where it exists. */
    Optional<Head> head(String id) {
        lock.readLock().lock();
        try {
            return Optional.ofNullable(heads.get(id));
        } finally {
            lock.readLock().unlock();
        }
    }

    /** All heads by their ids, to be changed by the caller. */
    Map<String, Head> all() {
        lock.readLock().lock();
        try {
            return new HashMap<>(heads);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The heads of those {@code ids} that exist and {@code filter} keeps, in the order of {@code ids}. */
    public List<Head> heads(Collection<String> ids, Predicate<MemoryCell> filter) {
        lock.readLock().lock();
        try {
            return ids.stream()
                    .map(heads::get)
                    .filter(head -> head != null && filter.test(head.bare()))
                    .toList();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The first {@code limit} heads in list order that {@code filter} keeps, from after {@code start} on. */
    public List<Head> newest(Optional<Position> start, Predicate<MemoryCell> filter, int limit) {
        return first(order, start, filter, limit);
    }

    /** As {@link #newest} against the order of lists. */
    public List<Head> oldest(Optional<Position> start, Predicate<MemoryCell> filter, int limit) {
        return first(order.descendingMap(), start, filter, limit);
    }

    private List<Head> first(
            NavigableMap<Position, Head> ordered, Optional<Position> start, Predicate<MemoryCell> filter, int limit) {
        lock.readLock().lock();
        try {
            Collection<Head> rest = start.map(position -> ordered.tailMap(position, false))
                    .orElse(ordered)
                    .values();
            return rest.stream()
                    .filter(head -> filter.test(head.bare()))
                    .limit(limit)
                    .toList();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The heads that link to {@code id} or were drawn from it and that {@code filter} keeps, in list order. */
    public List<Head> citing(String id, Predicate<MemoryCell> filter) {
        lock.readLock().lock();
        try {
            List<Head> found = new ArrayList<>(heads(citing.getOrDefault(id, Set.of()), filter));
            found.sort(Comparator.comparing(Head::position));
            return List.copyOf(found);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Of those {@code ids} that have any, the nearest cells in {@code view} before and after them in their source. */
    public Map<String, List<Neighbour>> neighbours(Collection<String> ids, View view) {
        lock.readLock().lock();
        try {
            Map<String, List<Neighbour>> neighbours = new HashMap<>();
            for (Head head : heads(ids, view)) {
                List<Neighbour> around = sources.around(head, view);
                if (!around.isEmpty()) {
                    neighbours.put(head.id(), around);
                }
            }
            return neighbours;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** How many cells there are. */
    public int size() {
        lock.readLock().lock();
        try {
            return heads.size();
        } finally {
            lock.readLock().unlock();
        }
    }

    private long revision(String id) {
        Head head = heads.get(id);
        return head != null ? head.revision() : deleted.getOrDefault(id, 0L);
    }

    private Optional<Head> drop(String id) {
        Head head = heads.remove(id);
        if (head == null) {
            return Optional.empty();
        }
        order.remove(head.position());
        sources.remove(head);
        head.cites()
                .forEach(cited -> citing.computeIfPresent(cited, (key, ids) -> {
                    ids.remove(id);
                    return ids.isEmpty() ? null : ids;
                }));
        return Optional.of(head);
    }
}
