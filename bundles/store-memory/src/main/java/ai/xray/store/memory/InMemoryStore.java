package ai.xray.store.memory;

import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Delete;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Keeps cells as long as the process lives. */
@Component(property = MemoryStore.NAME + "=memory")
public final class InMemoryStore implements MemoryStore {
    private static final System.Logger LOG = System.getLogger(InMemoryStore.class.getName());

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, StoredCell> cells = new TreeMap<>(InMemoryStore::compareCodePoints);
    private long lastRevision;

    @Activate
    public InMemoryStore() {
        LOG.log(
                System.Logger.Level.WARNING,
                "Cells are kept in memory only: nothing is left of them when the server ends."
                        + " Choose another store, such as sqlite, to keep them.");
    }

    @Override
    public Map<String, StoredCell> get(Collection<String> ids) {
        Map<String, StoredCell> found = LinkedHashMap.newLinkedHashMap(ids.size());
        lock.lock();
        try {
            for (String id : ids) {
                StoredCell stored = cells.get(id);
                if (stored != null) {
                    found.put(id, stored);
                }
            }
        } finally {
            lock.unlock();
        }
        return found;
    }

    @Override
    public void scan(Consumer<StoredCell> visitor) {
        snapshot().forEach(visitor);
    }

    /** The references alone are copied, so that a slow visitor holds nobody up. */
    private List<StoredCell> snapshot() {
        lock.lock();
        try {
            return List.copyOf(cells.values());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<Long> commit(List<MemoryWrite> writes) throws StoreConflict {
        requireDistinctIds(writes);
        lock.lock();
        try {
            for (MemoryWrite write : writes) {
                if (revision(write.id()) != write.expected()) {
                    throw new StoreConflict(write.id());
                }
            }
            List<Long> revisions = new ArrayList<>(writes.size());
            for (MemoryWrite write : writes) {
                revisions.add(++lastRevision);
                switch (write) {
                    case Put put -> cells.put(put.id(), new StoredCell(put.cell(), lastRevision));
                    case Delete delete -> cells.remove(delete.id());
                }
            }
            return revisions;
        } finally {
            lock.unlock();
        }
    }

    /** Unlike {@link String#compareTo}, which has the surrogates of U+10000 before U+FFFD. */
    static int compareCodePoints(String a, String b) {
        int end = Math.min(a.length(), b.length());
        for (int i = 0; i < end; i++) {
            if (a.charAt(i) != b.charAt(i)) {
                return Integer.compare(a.codePointAt(i), b.codePointAt(i));
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    private long revision(String id) {
        StoredCell stored = cells.get(id);
        return stored == null ? MemoryWrite.ABSENT : stored.revision();
    }

    private static void requireDistinctIds(List<MemoryWrite> writes) {
        if (writes.isEmpty()) {
            throw new IllegalArgumentException("a commit needs at least one write");
        }
        Set<String> ids = HashSet.newHashSet(writes.size());
        for (MemoryWrite write : writes) {
            if (!ids.add(write.id())) {
                throw new IllegalArgumentException("a commit may write the cell '" + write.id() + "' only once");
            }
        }
    }
}
