package ai.xray.memory.internal;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.StoreChange;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A store in a map, in which another writer can be played. */
public final class MapStore implements MemoryStore {
    private final Map<String, StoredCell> cells = new LinkedHashMap<>();
    private final List<Consumer<StoreChange>> listeners = new CopyOnWriteArrayList<>();
    private long revision;
    private volatile Runnable beforeCommit = () -> {};
    private volatile Runnable beforeGet = () -> {};
    private volatile List<String> damage = List.of();
    private volatile boolean failing;
    private volatile boolean failingScans;

    @Override
    public Map<String, StoredCell> get(Collection<String> ids) throws IOException {
        beforeGet.run();
        checkWorks();
        synchronized (this) {
            Map<String, StoredCell> found = new LinkedHashMap<>();
            ids.forEach(id -> Optional.ofNullable(cells.get(id)).ifPresent(cell -> found.put(id, cell)));
            return found;
        }
    }

    @Override
    public void scan(Consumer<StoredCell> visitor) throws IOException {
        checkWorks();
        if (failingScans) {
            throw new IOException("the map is torn");
        }
        all().stream()
                .sorted(Comparator.comparing(MapStore::codePoints, Arrays::compare))
                .forEach(visitor);
    }

    @Override
    public List<Long> commit(List<MemoryWrite> writes) throws IOException, StoreConflict {
        beforeCommit.run();
        checkWorks();
        synchronized (this) {
            for (MemoryWrite write : writes) {
                StoredCell stored = cells.get(write.id());
                if ((stored == null ? MemoryWrite.ABSENT : stored.revision()) != write.expected()) {
                    throw new StoreConflict(write.id());
                }
            }
            List<Long> revisions = new ArrayList<>();
            for (MemoryWrite write : writes) {
                revisions.add(apply(write));
            }
            return revisions;
        }
    }

    @Override
    public void backUp(Path file) throws IOException {
        checkWorks();
        Files.writeString(file, size() + " cells");
    }

    @Override
    public List<String> damage() throws IOException {
        checkWorks();
        return damage;
    }

    @Override
    public AutoCloseable listen(Consumer<StoreChange> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public Optional<String> problem() {
        return failing ? Optional.of("The map is gone.") : Optional.empty();
    }

    synchronized List<StoredCell> all() {
        return List.copyOf(cells.values());
    }

    public synchronized int size() {
        return cells.size();
    }

    /** Writes without telling anyone, as before a start. */
    synchronized MapStore with(MemoryCell... given) {
        for (MemoryCell cell : given) {
            apply(new MemoryWrite.Put(cell, 0));
        }
        return this;
    }

    /** Another writer puts the cell and is heard at once. */
    void putByOther(MemoryCell cell) {
        tell(putUnheard(cell));
    }

    /** Another writer puts the cell; whoever should hear of it does not yet. */
    synchronized StoreChange putUnheard(MemoryCell cell) {
        return new StoreChange(cell.id(), apply(new MemoryWrite.Put(cell, 0)), Optional.of(cell));
    }

    synchronized StoreChange deleteUnheard(String id) {
        return new StoreChange(id, apply(new MemoryWrite.Delete(id, 0)), Optional.empty());
    }

    void tell(StoreChange change) {
        listeners.forEach(listener -> listener.accept(change));
    }

    int listening() {
        return listeners.size();
    }

    void beforeCommit(Runnable action) {
        beforeCommit = action;
    }

    void beforeGet(Runnable action) {
        beforeGet = action;
    }

    void failScans(boolean fails) {
        failingScans = fails;
    }

    void damaged(String... sentences) {
        damage = List.of(sentences);
    }

    void fail(boolean fails) {
        failing = fails;
    }

    private long apply(MemoryWrite write) {
        revision++;
        switch (write) {
            case MemoryWrite.Put put -> cells.put(put.id(), new StoredCell(put.cell(), revision));
            case MemoryWrite.Delete delete -> cells.remove(delete.id());
        }
        return revision;
    }

    private static int[] codePoints(StoredCell stored) {
        return stored.cell().id().codePoints().toArray();
    }

    private void checkWorks() throws IOException {
        if (failing) {
            throw new IOException("the map is gone");
        }
    }
}
