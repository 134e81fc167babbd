package ai.xray.ranker.hnsw;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DirectionTest {
    @Property
    void hasLengthOneOrNone(
            @ForAll @Size(min = 1, max = 40) @FloatRange(min = -Float.MAX_VALUE, max = Float.MAX_VALUE)
                    float[] vector) {
        Direction direction = Direction.of(vector, vector.length);
        double squares = 0;
        boolean isZero = true;
        for (int i = 0; i < vector.length; i++) {
            squares += (double) direction.components()[i] * direction.components()[i];
            isZero &= vector[i] == 0;
        }

        assertThat(direction.isZero()).isEqualTo(isZero);
        assertThat(Math.abs(squares - (isZero ? 0 : 1))).isLessThan(1e-6);
    }

    @Test
    void signOfZeroDoesNotMatter() {
        assertThat(Direction.of(new float[] {2, -0f}, 2)).isEqualTo(Direction.of(new float[] {1, 0}, 2));
        assertThat(Direction.of(new float[] {2, -0f}, 2)).hasSameHashCodeAs(Direction.of(new float[] {1, 0}, 2));
        assertThat(Direction.of(new float[] {1, 0}, 2)).isNotEqualTo(Direction.of(new float[] {-1, 0}, 2));
    }
}
