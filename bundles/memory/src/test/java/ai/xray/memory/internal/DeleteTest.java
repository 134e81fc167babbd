package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.NotFound;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeleteTest {
    private final Room room;

    DeleteTest() throws IOException {
        room = Room.empty();
    }

    @Test
    void deletedCellIsGoneFromEveryRead() throws IOException {
        room.agent().upsert(Draft.note("walrus", "tusks").id("a").links("b").build());
        room.agent().upsert(Draft.note("b", "c").id("b").build());

        room.agent().delete("a", Optional.empty());

        assertThat(room.store.all()).hasSize(1);
        assertThat(room.found("walrus")).isEmpty();
        assertThat(room.listed()).containsExactly("b");
        assertThat(room.agent().get("b", Optional.empty()).citedBy()).isEmpty();
        assertThatThrownBy(() -> room.agent().get("a", Optional.empty())).isInstanceOf(NotFound.class);
    }

    @Test
    void missingCellIsNotFound() {
        assertThatThrownBy(() -> room.agent().delete("none", Optional.empty())).isInstanceOf(NotFound.class);
    }

    @Test
    void cellThatAnotherReplicaRemovedMeanwhileCountsAsDone() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("a").build());
        room.store.beforeCommit(() -> {
            room.store.beforeCommit(() -> {});
            room.store.tell(room.store.deleteUnheard("a"));
        });

        room.agent().delete("a", Optional.empty());

        assertThat(room.listed()).isEmpty();
    }

    @Test
    void privateCellNeedsItsSubjectAndIsOtherwiseMissing() throws IOException {
        room.agent().upsert(Draft.note("t", "c").id("a").ownedBy("u1").build());
        for (Optional<String> subject : List.of(Optional.<String>empty(), Optional.of("u2"))) {
            assertThatThrownBy(() -> room.agent().delete("a", subject))
                    .isInstanceOf(NotFound.class)
                    .hasMessage(new NotFound("a").getMessage());
        }
        room.agent().delete("a", Optional.of("u1"));
        assertThat(room.store.all()).isEmpty();
    }

    @Test
    void derivedCallerCannotDeleteAHumanCell() throws IOException {
        room.human().upsert(Draft.note("t", "c").id("a").build());
        assertThatThrownBy(() -> room.agent().delete("a", Optional.empty()))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.FORBIDDEN))
                .hasMessageContaining("'a'");
        assertThat(room.listed()).containsExactly("a");
        room.human().delete("a", Optional.empty());
        assertThat(room.listed()).isEmpty();
    }
}
