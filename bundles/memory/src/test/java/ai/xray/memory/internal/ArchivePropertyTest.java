package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.event.MemoryEvent.Change;
import ai.xray.json.Json;
import ai.xray.memory.CellFields;
import ai.xray.memory.MemoryArchive.Existing;
import ai.xray.memory.MemoryArchive.Taken;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Privacy;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ArchivePropertyTest {
    private static final int MOST = 12;

    @Property(tries = 300)
    void whatIsExportedAndTakenElsewhereIsExportedEqual(@ForAll long seed) throws IOException {
        Room from = Room.over(new MapStore().with(new AnyCell(seed).list(MOST).toArray(MemoryCell[]::new)));
        Room to = Room.empty();
        List<String> lines = lines(from);

        Taken first = to.service.take(cells(lines), Existing.NEWER, false);

        assertThat(first).isEqualTo(new Taken(lines.size(), 0, 0, 0));
        assertThat(lines(to)).isEqualTo(lines);
        assertThat(exported(to)).isEqualTo(exported(from));
        assertThat(to.service.damage()).isEmpty();
    }

    @Property(tries = 100)
    void whatIsTakenTwiceIsUnchanged(@ForAll long seed) throws IOException {
        Room room = Room.empty();
        List<MemoryCell> cells = new AnyCell(seed).list(MOST);
        room.service.take(cells, Existing.KEEP, false);
        long revisions = revisions(room);

        for (Existing existing : Existing.values()) {
            assertThat(room.service.take(cells, existing, false)).isEqualTo(new Taken(0, 0, cells.size(), 0));
        }
        assertThat(revisions(room)).isEqualTo(revisions);
    }

    @Property(tries = 200)
    void whichVersionStaysIsAsAsked(@ForAll long seed, @ForAll Existing existing, @ForAll boolean preview)
            throws IOException {
        AnyCell any = new AnyCell(seed);
        List<MemoryCell> there = any.list(MOST);
        List<MemoryCell> coming = mixed(there, any, seed);
        Room room = Room.over(new MapStore().with(there.toArray(MemoryCell[]::new)));

        Taken taken = room.service.take(coming, existing, preview);

        Map<String, MemoryCell> expected = byId(there);
        Taken counted = Taken.NONE;
        for (MemoryCell cell : coming) {
            MemoryCell stored = expected.get(cell.id());
            boolean comes = stored == null
                    || existing == Existing.REPLACE
                    || (existing == Existing.NEWER && cell.updatedAt().isAfter(stored.updatedAt()));
            counted = counted.plus(
                    stored == null
                            ? new Taken(1, 0, 0, 0)
                            : stored.equals(cell)
                                    ? new Taken(0, 0, 1, 0)
                                    : comes ? new Taken(0, 1, 0, 0) : new Taken(0, 0, 0, 1));
            if (comes) {
                expected.put(cell.id(), cell);
            }
        }
        assertThat(taken).isEqualTo(counted);
        assertThat(byId(exported(room))).isEqualTo(preview ? byId(there) : expected);
        assertThat(room.service.damage()).isEmpty();
    }

    @Property(tries = 100)
    void oneCellThatIsRefusedKeepsAllOut(@ForAll long seed) throws IOException {
        AnyCell any = new AnyCell(seed);
        List<MemoryCell> cells = any.list(MOST);
        int place = new Random(seed).nextInt(cells.size() + 1);
        cells.add(place, any.with("bad").with().title("").build());
        Room room = Room.empty();

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> room.service.take(cells, Existing.REPLACE, false))
                .satisfies(refusal -> assertThat(refusal.field()).contains("cells[%d].title".formatted(place)));
        assertThat(room.store.size()).isZero();
        assertThat(room.events).isEmpty();
    }

    @Property(tries = 200)
    void privateCellsAreToldToTheirOwnersAlone(@ForAll long seed) throws IOException {
        AnyCell any = new AnyCell(seed);
        List<MemoryCell> there = any.list(MOST);
        List<MemoryCell> coming = mixed(there, any, seed);
        Room room = Room.over(new MapStore().with(there.toArray(MemoryCell[]::new)));

        room.service.take(coming, Existing.REPLACE, false);

        assertThat(room.events).allSatisfy(event -> {
            Change change = (Change) event;
            assertThat(Stream.concat(there.stream(), coming.stream())
                            .filter(cell -> cell.id().equals(change.id())))
                    .as("a version that its audience may know of")
                    .anyMatch(cell -> cell.kind() == change.kind() && Privacy.mayKnow(cell, change.owner()));
        });
    }

    /** Some as they are there, some changed, some new. */
    private static List<MemoryCell> mixed(List<MemoryCell> there, AnyCell any, long seed) {
        Random random = new Random(seed);
        List<MemoryCell> coming = new ArrayList<>(any.list(MOST));
        coming.removeIf(cell -> byId(there).containsKey(cell.id()));
        for (MemoryCell cell : there) {
            switch (random.nextInt(4)) {
                case 0 -> coming.add(cell);
                case 1 -> coming.add(any.with(cell.id()));
                case 2 -> coming.add(cell.with().title("other").build());
                default -> assertThat(cell.id()).isNotBlank(); // it does not come
            }
        }
        return coming;
    }

    private static List<MemoryCell> exported(Room room) throws IOException {
        List<MemoryCell> cells = new ArrayList<>();
        room.service.export(cells::add);
        return cells;
    }

    private static List<String> lines(Room room) throws IOException {
        return exported(room).stream()
                .map(cell -> Json.write(CellFields.of(cell)))
                .toList();
    }

    private static List<MemoryCell> cells(List<String> lines) {
        return lines.stream()
                .map(line -> CellFields.toCell(Json.readObject(line)))
                .toList();
    }

    private static Map<String, MemoryCell> byId(List<MemoryCell> cells) {
        return cells.stream().collect(Collectors.toMap(MemoryCell::id, Function.identity()));
    }

    private static long revisions(Room room) {
        return room.store.all().stream().mapToLong(stored -> stored.revision()).sum();
    }
}
