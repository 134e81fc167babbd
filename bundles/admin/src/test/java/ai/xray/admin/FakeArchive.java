package ai.xray.admin;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryArchive;
import ai.xray.memory.MemoryCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Holds what a test puts into it, fails as a test says, and takes note of what it is asked. */
final class FakeArchive implements MemoryArchive {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    /** What is asked of it. */
    record Asked(List<MemoryCell> cells, Existing existing, boolean preview) {}

    /** What happens when something is done. */
    interface Event {
        void happen() throws IOException;
    }

    final List<MemoryCell> cells = new ArrayList<>();
    final List<Asked> asked = new CopyOnWriteArrayList<>();
    final List<Damage> damage = new ArrayList<>();
    final AtomicInteger exports = new AtomicInteger();
    byte[] copy = {1, 2, 3};
    Event beforeTake = () -> {};
    Event afterExport = () -> {};
    Event afterBackUp = () -> {};
    Event beforeDamage = () -> {};

    static MemoryCell cell(String id) {
        return MemoryCell.cell(id, Kind.NOTE, NOON).title("t").content("c").build();
    }

    @Override
    public long size() {
        return cells.size();
    }

    @Override
    public void export(Consumer<MemoryCell> visitor) throws IOException {
        exports.incrementAndGet();
        cells.forEach(visitor);
        afterExport.happen();
    }

    @Override
    public Taken take(List<MemoryCell> given, Existing existing, boolean preview) throws IOException {
        asked.add(new Asked(List.copyOf(given), existing, preview));
        beforeTake.happen();
        return new Taken(given.size(), 2, 3, 4);
    }

    @Override
    public void backUp(Path file) throws IOException {
        Files.write(file, copy);
        afterBackUp.happen();
    }

    @Override
    public List<Damage> damage() throws IOException {
        beforeDamage.happen();
        return damage;
    }
}
