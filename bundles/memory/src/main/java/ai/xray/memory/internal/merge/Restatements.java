package ai.xray.memory.internal.merge;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.Status;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The fingerprints of all active cells of kinds that merge, by circle. Thread-safe: every answer is taken from one state.
 * Whether a cell is past its deadline is for the asker to look at. Takes about eight bytes for each distinct word of a cell
 * beside some hundred a cell.
 */
public final class Restatements {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<Circle, Members> circles = new HashMap<>();
    private final Map<String, Place> places = new HashMap<>();

    private record Place(Circle circle, int slot) {}

    /** Takes in a cell's newest version in place of an older one. */
    public void put(MemoryCell cell) {
        boolean counts = cell.kind().merges() && cell.status() == Status.ACTIVE;
        Fingerprint print = counts ? Fingerprint.of(cell) : null; // before the lock, as it is most of the work
        Circle circle = Circle.of(cell);
        lock.writeLock().lock();
        try {
            if (counts && holds(cell.id(), circle, print)) {
                return;
            }
            drop(cell.id());
            if (counts) {
                int slot = circles.computeIfAbsent(circle, key -> new Members()).add(cell.id(), print);
                places.put(cell.id(), new Place(circle, slot));
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Forgets a cell. */
    public void remove(String id) {
        lock.writeLock().lock();
        try {
            drop(id);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** The ids of the cells of {@code circle} that {@code print} restates, the likest first, equals by id. */
    public List<String> of(Circle circle, Fingerprint print) {
        lock.readLock().lock();
        try {
            Members members = circles.get(circle);
            return members == null ? List.of() : members.restating(print);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The fingerprints of those {@code ids} that are among them, by id. */
    public Map<String, Fingerprint> prints(Collection<String> ids) {
        lock.readLock().lock();
        try {
            Map<String, Fingerprint> prints = HashMap.newHashMap(ids.size());
            for (String id : ids) {
                Place place = places.get(id);
                if (place != null) {
                    prints.put(id, circles.get(place.circle()).print(place.slot()));
                }
            }
            return prints;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The ids of the other cells of its circle that the cell {@code id} restates; none when it is not among them. */
    public List<String> of(String id) {
        lock.readLock().lock();
        try {
            Place place = places.get(id);
            if (place == null) {
                return List.of();
            }
            Members members = circles.get(place.circle());
            return members.restating(members.print(place.slot())).stream()
                    .filter(other -> !other.equals(id))
                    .toList();
        } finally {
            lock.readLock().unlock();
        }
    }

    private boolean holds(String id, Circle circle, Fingerprint print) {
        Place place = places.get(id);
        return place != null
                && place.circle().equals(circle)
                && circles.get(circle).print(place.slot()).equals(print);
    }

    private void drop(String id) {
        Place place = places.remove(id);
        if (place != null) {
            Members members = circles.get(place.circle());
            members.remove(place.slot());
            if (members.size() == 0) {
                circles.remove(place.circle());
            }
        }
    }
}
