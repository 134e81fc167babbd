package ai.xray.store.memory;

import ai.xray.record.RecordBounds;
import ai.xray.record.RecordStore;
import ai.xray.record.StoredRecord;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Keeps records as long as the process lives: everybody has to sign in again after a start. */
@Component(property = RecordStore.NAME + "=memory")
public final class InMemoryRecords implements RecordStore {
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, NavigableMap<String, StoredRecord>> collections = new TreeMap<>();
    private long lastRevision;

    @Activate
    public InMemoryRecords() {
        this(InstantSource.system());
    }

    /** Records that expire by {@code clock}. */
    public InMemoryRecords(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Optional<StoredRecord> get(String collection, String key) {
        RecordBounds.requireName(collection, key);
        lock.lock();
        try {
            return Optional.ofNullable(alive(collection).get(key));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<StoredRecord> page(String collection, String afterKey, int limit) {
        RecordBounds.requireCollection(collection);
        RecordBounds.requirePage(limit);
        lock.lock();
        try {
            return alive(collection).tailMap(afterKey, false).values().stream()
                    .limit(limit)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long count(String collection) {
        RecordBounds.requireCollection(collection);
        lock.lock();
        try {
            return alive(collection).size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public OptionalLong put(String collection, String key, String value, Instant expiry, long expected) {
        RecordBounds.requireName(collection, key);
        RecordBounds.requireValue(value);
        lock.lock();
        try {
            NavigableMap<String, StoredRecord> alive = alive(collection);
            StoredRecord held = alive.get(key);
            if ((held == null ? ABSENT : held.revision()) != expected) {
                return OptionalLong.empty();
            }
            alive.put(key, new StoredRecord(key, value, RecordBounds.stored(expiry), ++lastRevision));
            return OptionalLong.of(lastRevision);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean delete(String collection, String key) {
        RecordBounds.requireName(collection, key);
        lock.lock();
        try {
            return alive(collection).remove(key) != null;
        } finally {
            lock.unlock();
        }
    }

    /** What has not expired of a collection; the rest is let go of. */
    private NavigableMap<String, StoredRecord> alive(String collection) {
        Instant now = clock.instant();
        NavigableMap<String, StoredRecord> records =
                collections.computeIfAbsent(collection, _ -> new TreeMap<>(InMemoryStore::compareCodePoints));
        records.values().removeIf(stored -> !stored.expiry().isAfter(now));
        return records;
    }
}
