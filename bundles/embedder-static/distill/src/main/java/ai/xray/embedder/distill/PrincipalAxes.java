package ai.xray.embedder.distill;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The directions in which points differ most, most first: eigenvectors of their covariance, by Jacobi's method, which is slow
 * but exact and short. The largest component of each is positive, so that the same points give the same axes.
 */
final class PrincipalAxes {
    private static final int MAX_SWEEPS = 50;
    private static final double NEGLIGIBLE = 1e-20;

    private final double[] mean;
    private final double[][] axes;
    private final double[] variances;

    private PrincipalAxes(double[] mean, double[][] axes, double[] variances) {
        this.mean = mean;
        this.axes = axes;
        this.variances = variances;
    }

    static PrincipalAxes of(float[][] points) {
        int width = points[0].length;
        double[] mean = new double[width];
        for (float[] point : points) {
            for (int i = 0; i < width; i++) {
                mean[i] += point[i] / (double) points.length;
            }
        }
        double[][] matrix = covariance(points, mean);
        double[][] vectors = new double[width][width];
        for (int i = 0; i < width; i++) {
            vectors[i][i] = 1;
        }
        diagonalize(matrix, vectors);
        int[] order = IntStream.range(0, width)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -matrix[i][i]).thenComparing(i -> i))
                .mapToInt(Integer::intValue)
                .toArray();
        double[][] axes = new double[width][];
        double[] variances = new double[width];
        for (int i = 0; i < width; i++) {
            axes[i] = upright(vectors[order[i]]);
            variances[i] = matrix[order[i]][order[i]];
        }
        return new PrincipalAxes(mean, axes, variances);
    }

    double[] mean() {
        return mean.clone();
    }

    /** How far a point lies along an axis, counted from 0 in falling order of variance. */
    double along(int axis, double[] point) {
        double sum = 0;
        for (int i = 0; i < point.length; i++) {
            sum += axes[axis][i] * point[i];
        }
        return sum;
    }

    double[] axis(int axis) {
        return axes[axis].clone();
    }

    double variance(int axis) {
        return variances[axis];
    }

    /** Rows in parallel: each is summed in one order, whatever the number of processors. */
    private static double[][] covariance(float[][] points, double[] mean) {
        int width = mean.length;
        double[][] centred = new double[width][points.length];
        for (int p = 0; p < points.length; p++) {
            for (int i = 0; i < width; i++) {
                centred[i][p] = points[p][i] - mean[i];
            }
        }
        double[][] covariance = new double[width][width];
        IntStream.range(0, width).parallel().forEach(i -> {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int p = 0; p < points.length; p++) {
                    sum += centred[i][p] * centred[j][p];
                }
                covariance[i][j] = sum / points.length;
            }
        });
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < i; j++) {
                covariance[j][i] = covariance[i][j];
            }
        }
        return covariance;
    }

    /** Turns pairs of axes until the matrix is diagonal; {@code vectors} turn along and end as its eigenvectors, row by row. */
    private static void diagonalize(double[][] matrix, double[][] vectors) {
        int width = matrix.length;
        double total = 0;
        for (double[] row : matrix) {
            for (double value : row) {
                total += value * value;
            }
        }
        for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
            double off = 0;
            for (int p = 0; p < width; p++) {
                for (int q = p + 1; q < width; q++) {
                    off += matrix[p][q] * matrix[p][q];
                }
            }
            if (off <= NEGLIGIBLE * total) {
                return;
            }
            for (int p = 0; p < width; p++) {
                for (int q = p + 1; q < width; q++) {
                    if (matrix[p][q] != 0) {
                        turn(matrix, vectors, p, q);
                    }
                }
            }
        }
        throw new ArithmeticException("the axes were not found in " + MAX_SWEEPS + " sweeps");
    }

    /** The rotation of axes p and q after which they do not vary together. */
    private static void turn(double[][] matrix, double[][] vectors, int p, int q) {
        double theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
        double tangent = Math.copySign(1 / (Math.abs(theta) + Math.sqrt(theta * theta + 1)), theta);
        double cosine = 1 / Math.sqrt(tangent * tangent + 1);
        double sine = tangent * cosine;
        rotate(matrix[p], matrix[q], cosine, sine);
        for (double[] row : matrix) {
            double atP = row[p];
            double atQ = row[q];
            row[p] = cosine * atP - sine * atQ;
            row[q] = sine * atP + cosine * atQ;
        }
        rotate(vectors[p], vectors[q], cosine, sine);
    }

    private static void rotate(double[] p, double[] q, double cosine, double sine) {
        for (int i = 0; i < p.length; i++) {
            double atP = p[i];
            double atQ = q[i];
            p[i] = cosine * atP - sine * atQ;
            q[i] = sine * atP + cosine * atQ;
        }
    }

    private static double[] upright(double[] vector) {
        int largest = 0;
        for (int i = 1; i < vector.length; i++) {
            if (Math.abs(vector[i]) > Math.abs(vector[largest])) {
                largest = i;
            }
        }
        double sign = Math.signum(vector[largest]);
        double[] upright = vector.clone();
        for (int i = 0; i < upright.length; i++) {
            upright[i] *= sign;
        }
        return upright;
    }
}
