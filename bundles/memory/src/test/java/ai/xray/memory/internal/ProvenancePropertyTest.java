package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Over random histories of one cell: who may change it, and whose it is. */
class ProvenancePropertyTest {
    /** {@code content} empty for a delete. */
    record Step(Origin origin, Optional<String> content) {}

    @Provide
    Arbitrary<List<Step>> histories() {
        return Combinators.combine(
                        Arbitraries.of(Origin.values()),
                        Arbitraries.of("one", "two", "three").optional(0.8))
                .as(Step::new)
                .list()
                .ofMaxSize(12);
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void derivedWritesNeverChangeAHumanCellAndHumanWritesMakeItHuman(@ForAll("histories") List<Step> steps)
            throws IOException {
        Room room = Room.empty();
        for (Step step : steps) {
            Optional<MemoryCell> before = room.store.get("a").map(StoredCell::cell);
            boolean refused = !accepted(room, step);
            Optional<MemoryCell> after = room.store.get("a").map(StoredCell::cell);

            boolean protectedCell = step.origin() == Origin.DERIVED
                    && before.map(MemoryCell::origin)
                            .filter(Origin.HUMAN::equals)
                            .isPresent();
            if (protectedCell || refused) {
                assertThat(after).isEqualTo(before);
            }
            if (protectedCell) {
                boolean repeats = step.content().equals(before.map(MemoryCell::content));
                assertThat(refused).isEqualTo(!repeats);
            } else if (step.content().isPresent()) {
                assertThat(refused).isFalse();
                boolean repeats = step.content().equals(before.map(MemoryCell::content));
                Origin expected = repeats && before.get().origin() != Origin.DERIVED
                        ? before.get().origin()
                        : step.origin();
                assertThat(after.orElseThrow().origin()).isEqualTo(expected);
            }
        }
    }

    private static boolean accepted(Room room, Step step) throws IOException {
        try {
            if (step.content().isPresent()) {
                room.as(step.origin())
                        .upsert(Draft.note("t", step.content().get()).id("a").build());
            } else {
                room.as(step.origin()).delete("a", Optional.empty());
            }
            return true;
        } catch (Refusal refusal) {
            if (refusal.code() == Refusal.Code.FORBIDDEN) {
                assertThat(refusal).hasMessageContaining("'a'").hasMessageContaining("human");
            }
            return false;
        }
    }
}
