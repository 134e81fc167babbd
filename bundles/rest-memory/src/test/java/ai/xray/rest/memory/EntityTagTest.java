package ai.xray.rest.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagTest {
    private static final MemoryCell CELL = MemoryCell.cell("c", Kind.NOTE, Instant.EPOCH)
            .title("t")
            .content("a")
            .build();

    @Test
    void tagOfACellKnowsItAndNoOtherVersion() {
        String tag = EntityTag.of(Optional.of(EntityTag.version(CELL)), new byte[] {1});
        assertThat(EntityTag.matcher(Optional.of(tag))).accepts(CELL);
        assertThat(EntityTag.matcher(Optional.of(tag)))
                .rejects(
                        CELL.with().content("b").build(),
                        CELL.with().source("s").build());
        assertThat(EntityTag.matcher(Optional.of("*"))).accepts(CELL);
    }

    @Test
    void tagChangesWithTheReply() {
        Optional<String> version = Optional.of(EntityTag.version(CELL));
        assertThat(EntityTag.of(version, new byte[] {1})).isNotEqualTo(EntityTag.of(version, new byte[] {2}));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "\"x\"", "W/\"a.b\"", "\"a.b\", \"c.d\"", "\"a.b.c\"", "\"\""})
    void whatIsNoTagOfACellIsRefused(String tag) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> EntityTag.matcher(Optional.of(tag)))
                .satisfies(refusal -> assertThat(refusal.field()).contains("If-Match"));
    }
}
