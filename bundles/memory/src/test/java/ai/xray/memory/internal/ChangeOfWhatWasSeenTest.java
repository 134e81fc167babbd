package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.memory.ChangedMeanwhile;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.NotFound;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ChangeOfWhatWasSeenTest {
    private final Room room;

    ChangeOfWhatWasSeenTest() throws IOException {
        room = Room.empty();
    }

    @Test
    void changeOfWhatIsStillThereIsMade() throws IOException {
        MemoryCell seen =
                room.agent().upsert(Draft.note("t", "a").id("x").build()).cell();
        MemoryCell changed = room.agent()
                .update(Draft.empty().id("x").content("b").build(), seen::equals)
                .cell();
        assertThat(changed.content()).isEqualTo("b");
    }

    @Test
    void changeOfWhatAnotherWriterChangedIsRefusedAndNothingHappens() throws IOException {
        MemoryCell seen =
                room.agent().upsert(Draft.note("t", "a").id("x").build()).cell();
        room.agent().upsert(Draft.empty().id("x").content("b").build());

        assertThatExceptionOfType(ChangedMeanwhile.class)
                .isThrownBy(() ->
                        room.agent().update(Draft.empty().id("x").content("c").build(), seen::equals));
        assertThatExceptionOfType(ChangedMeanwhile.class)
                .isThrownBy(() -> room.agent().delete("x", Optional.empty(), seen::equals));
        assertThat(room.agent().get("x", Optional.empty()).cell().content()).isEqualTo("b");
    }

    @Test
    void cellThatIsNotThereIsNotMade() {
        assertThatExceptionOfType(NotFound.class)
                .isThrownBy(
                        () -> room.agent().update(Draft.note("t", "a").id("x").build(), cell -> true));
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> room.agent().update(Draft.note("t", "a").build(), cell -> true))
                .satisfies(refusal -> assertThat(refusal.field()).contains("id"));
    }

    @Test
    void privateCellIsNotAskedAboutWithoutItsSubject() throws IOException {
        room.agent().upsert(Draft.note("t", "a").id("x").ownedBy("u1").build());
        Predicate<MemoryCell> asked = cell -> {
            throw new AssertionError("it was shown to a stranger");
        };
        assertThatExceptionOfType(NotFound.class)
                .isThrownBy(() ->
                        room.agent().update(Draft.empty().id("x").content("b").build(), asked));
        assertThatExceptionOfType(NotFound.class).isThrownBy(() -> room.agent().delete("x", Optional.empty(), asked));
    }
}
