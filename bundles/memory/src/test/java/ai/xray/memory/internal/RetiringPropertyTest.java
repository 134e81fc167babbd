package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.AgentMemory;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import ai.xray.memory.RefuteRequest;
import ai.xray.memory.Status;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Over random corpora: what a refutation reaches, and that no derived call reaches a human cell. */
class RetiringPropertyTest {
    private static final int IDS = 8;
    private static final Optional<String> ALL = Optional.empty();

    enum Act {
        UPSERT,
        DELETE,
        SUPERSEDE,
        EXPIRE,
        REFUTE,
        CONSOLIDATE
    }

    record Call(Act act, String id) {}

    private static Arbitrary<String> ids() {
        return Arbitraries.integers().between(0, IDS - 1).map(i -> "c" + i);
    }

    @Provide
    Arbitrary<List<MemoryCell>> corpora() {
        return Combinators.combine(
                        ids(),
                        Arbitraries.of(Origin.values()),
                        Arbitraries.of(Status.values()),
                        Arbitraries.of(Kind.NOTE, Kind.OPERATIONAL_PATTERN),
                        ids().list().ofMaxSize(2),
                        ids().list().ofMaxSize(1),
                        Arbitraries.of(-1, 1).optional())
                .as((id, origin, status, kind, links, evidence, deadline) -> {
                    Instant at = new MovableClock().instant();
                    MemoryCell.Builder cell = MemoryCell.cell(id, kind, at)
                            .title("deploys on friday")
                            .content("the payments team deploys after the freeze check in the afternoon")
                            .origin(origin)
                            .status(status)
                            .links(links)
                            .evidenceRefs(evidence);
                    deadline.ifPresent(seconds -> cell.staleAfter(at.plusSeconds(seconds)));
                    return cell.build();
                })
                .list()
                .ofMaxSize(IDS)
                .uniqueElements(MemoryCell::id);
    }

    @Provide
    Arbitrary<List<Call>> calls() {
        return Combinators.combine(Arbitraries.of(Act.values()), ids())
                .as(Call::new)
                .list()
                .ofMaxSize(10);
    }

    private static Map<String, MemoryCell> stored(Room room) {
        return room.store.all().stream().map(StoredCell::cell).collect(Collectors.toMap(MemoryCell::id, cell -> cell));
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void refutationRetiresExactlyTheActiveDerivedCellsThatCiteTheRefuted(
            @ForAll("corpora") List<MemoryCell> cells, @ForAll boolean human) throws IOException {
        Room room = Room.over(new MapStore().with(cells.toArray(MemoryCell[]::new)));
        for (MemoryCell root : cells) {
            Map<String, MemoryCell> before = stored(room);
            List<String> expected = before.values().stream()
                    .filter(cell -> !cell.id().equals(root.id()))
                    .filter(cell -> cell.links().contains(root.id())
                            || cell.evidenceRefs().contains(root.id()))
                    .filter(cell ->
                            cell.origin() == Origin.DERIVED && cell.statusAt(room.clock.instant()) == Status.ACTIVE)
                    .map(MemoryCell::id)
                    .toList();
            AgentMemory memory = human ? room.human() : room.agent();
            boolean forbidden = !human && root.origin() == Origin.HUMAN;
            try {
                assertThat(memory.refute(new RefuteRequest(root.id(), "wrong", ALL, ALL, false))
                                .retired())
                        .containsExactlyInAnyOrderElementsOf(expected);
                assertThat(forbidden).isFalse();
            } catch (Refusal refusal) {
                assertThat(forbidden).isTrue();
            }
            Map<String, MemoryCell> after = stored(room);
            assertThat(after.keySet()).isEqualTo(before.keySet());
            for (String id : before.keySet()) {
                if (!forbidden && (id.equals(root.id()) || expected.contains(id))) {
                    assertThat(after.get(id).status()).isEqualTo(Status.STALE);
                } else {
                    assertThat(after.get(id)).isEqualTo(before.get(id));
                }
            }
        }
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void noSequenceOfDerivedCallsChangesAHumanCell(
            @ForAll("corpora") List<MemoryCell> cells, @ForAll("calls") List<Call> calls) throws IOException {
        Room room = Room.over(new MapStore().with(cells.toArray(MemoryCell[]::new)));
        List<MemoryCell> human =
                cells.stream().filter(cell -> cell.origin() == Origin.HUMAN).toList();
        for (Call call : calls) {
            make(room.agent(), call);
            assertThat(stored(room).values()).containsAll(human);
        }
    }

    private static void make(AgentMemory memory, Call call) throws IOException {
        String id = call.id();
        try {
            switch (call.act()) {
                case UPSERT -> memory.upsert(Draft.note("t", "c").id(id).build());
                case DELETE -> memory.delete(id, ALL);
                case SUPERSEDE -> memory.supersede(id, Draft.note("t", "c").build());
                case EXPIRE -> memory.expire(id, ALL, ALL);
                case REFUTE -> memory.refute(new RefuteRequest(id, "wrong", ALL, ALL, false));
                case CONSOLIDATE -> memory.consolidate(Optional.empty(), ALL, true);
            }
        } catch (Refusal refusal) {
            assertThat(refusal.code()).isIn(Refusal.Code.FORBIDDEN, Refusal.Code.NOT_FOUND, Refusal.Code.CONFLICT);
        }
    }
}
