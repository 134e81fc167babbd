package ai.xray.memory.internal;

import ai.xray.memory.MemoryArchive;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.Refusal;
import ai.xray.memory.StoredCell;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Plan;
import ai.xray.memory.internal.rule.CellRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * All cells in the hands of the operator. What it writes goes the way of every write, so that searches find it and listeners
 * hear of it as they may.
 */
final class Archive implements MemoryArchive {
    private final MemoryStore store;
    private final Cells cells;

    Archive(MemoryStore store, Cells cells) {
        this.store = store;
        this.cells = cells;
    }

    @Override
    public long size() {
        return cells.corpus().size();
    }

    @Override
    public void export(Consumer<MemoryCell> visitor) throws IOException {
        store.scan(stored -> visitor.accept(stored.cell()));
    }

    @Override
    public Taken take(List<MemoryCell> given, Existing existing, boolean preview) throws IOException {
        Map<String, MemoryCell> byId = checked(given);
        if (byId.isEmpty()) {
            return Taken.NONE;
        }
        return preview
                ? plan(byId, cells.get(byId.keySet()), existing).outcome()
                : cells.write(byId.keySet(), current -> plan(byId, current, existing));
    }

    @Override
    public void backUp(Path file) throws IOException {
        store.backUp(file);
    }

    @Override
    public List<Damage> damage() throws IOException {
        List<Damage> damage = new ArrayList<>();
        store.damage().forEach(sentence -> damage.add(new Damage(true, sentence)));
        try {
            cells.damage().forEach(sentence -> damage.add(new Damage(false, sentence)));
        } catch (IOException e) {
            if (damage.isEmpty()) {
                throw e;
            }
            damage.add(new Damage(false, "It cannot be compared with a store that cannot be read to its end."));
        }
        return List.copyOf(damage);
    }

    private static Map<String, MemoryCell> checked(List<MemoryCell> given) {
        if (given.size() > MAX_TAKEN) {
            throw Refusal.tooLarge(
                    "cells", "cells: holds %d entries; at most %d are allowed.".formatted(given.size(), MAX_TAKEN));
        }
        Map<String, MemoryCell> byId = LinkedHashMap.newLinkedHashMap(given.size());
        for (int i = 0; i < given.size(); i++) {
            String path = "cells[%d].".formatted(i);
            MemoryCell cell = CellRules.checked(path, given.get(i));
            if (byId.put(cell.id(), cell) != null) {
                throw Refusal.invalid(
                        path + "id", "%sid: '%s' is there twice; once is allowed.".formatted(path, cell.id()));
            }
        }
        return byId;
    }

    private static Plan<Taken> plan(Map<String, MemoryCell> given, Map<String, StoredCell> current, Existing existing) {
        List<MemoryWrite> writes = new ArrayList<>();
        Taken taken = Taken.NONE;
        for (MemoryCell cell : given.values()) {
            StoredCell stored = current.get(cell.id());
            if (stored == null) {
                writes.add(new MemoryWrite.Put(cell, MemoryWrite.ABSENT));
                taken = taken.plus(new Taken(1, 0, 0, 0));
            } else if (stored.cell().equals(cell)) {
                taken = taken.plus(new Taken(0, 0, 1, 0));
            } else if (gives(stored.cell(), cell, existing)) {
                writes.add(new MemoryWrite.Put(cell, stored.revision()));
                taken = taken.plus(new Taken(0, 1, 0, 0));
            } else {
                taken = taken.plus(new Taken(0, 0, 0, 1));
            }
        }
        return new Plan<>(writes, taken);
    }

    /** Whether {@code stored} gives way to {@code cell}. */
    private static boolean gives(MemoryCell stored, MemoryCell cell, Existing existing) {
        return switch (existing) {
            case NEWER -> cell.updatedAt().isAfter(stored.updatedAt());
            case KEEP -> false;
            case REPLACE -> true;
        };
    }
}
