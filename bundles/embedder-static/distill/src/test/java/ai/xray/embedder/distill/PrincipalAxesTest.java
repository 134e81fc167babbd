package ai.xray.embedder.distill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PrincipalAxesTest {
    private static final int WIDTH = 40;

    @Test
    void axesAreOrthonormal() {
        PrincipalAxes axes = PrincipalAxes.of(points(3000));
        for (int i = 0; i < WIDTH; i++) {
            for (int j = 0; j < WIDTH; j++) {
                assertThat(axes.along(i, axes.axis(j))).isCloseTo(i == j ? 1 : 0, within(1e-10));
            }
        }
    }

    @Test
    void pointsVaryAlongAxesAsTheySay() {
        float[][] points = points(3000);
        PrincipalAxes axes = PrincipalAxes.of(points);
        for (int axis = 0; axis < WIDTH; axis++) {
            double sum = 0;
            for (float[] point : points) {
                double[] centred = axes.mean();
                for (int i = 0; i < WIDTH; i++) {
                    centred[i] = point[i] - centred[i];
                }
                sum += Math.pow(axes.along(axis, centred), 2);
            }
            assertThat(sum / points.length).isCloseTo(axes.variance(axis), within(1e-9 * axes.variance(0)));
            assertThat(axis == 0 || axes.variance(axis) <= axes.variance(axis - 1))
                    .isTrue();
        }
    }

    @Test
    void findsTheLongDirectionOfACloud() {
        Random random = new Random(7);
        float[][] points = new float[5000][];
        for (int i = 0; i < points.length; i++) {
            float along = (float) random.nextGaussian() * 10;
            points[i] = new float[] {3 + along * 0.6f, along * -0.8f, (float) random.nextGaussian()};
        }
        PrincipalAxes axes = PrincipalAxes.of(points);
        // The largest component is positive, whichever way the method came to it.
        assertThat(axes.axis(0)).containsExactly(new double[] {-0.6, 0.8, 0}, within(1e-2));
        assertThat(axes.variance(0)).isCloseTo(100, within(5.0));
    }

    private static float[][] points(int count) {
        Random random = new Random(42);
        float[][] points = new float[count][WIDTH];
        for (float[] point : points) {
            float shared = (float) random.nextGaussian();
            for (int i = 0; i < WIDTH; i++) {
                point[i] = (float) random.nextGaussian() * (1 + i % 7) + shared * (i % 3) + i;
            }
        }
        return points;
    }
}
