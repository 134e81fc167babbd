package ai.xray.fakes;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Vectors for texts without a model, the same on every machine: each word stands for a random direction (Kanerva, "Random
 * indexing", 2000), and a text is the sum of its words, so that texts with common words are similar. Not of length 1.
 */
final class PseudoVectors {
    private PseudoVectors() {}

    static List<Object> of(String text, int dimensions) {
        double[] sum = new double[dimensions];
        for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
            SplittableRandom random = new SplittableRandom(word.hashCode());
            for (int i = 0; i < dimensions; i++) {
                sum[i] += random.nextDouble(-1, 1);
            }
        }
        List<Object> vector = new ArrayList<>(dimensions);
        for (double component : sum) {
            vector.add(component);
        }
        return vector;
    }

    static double cosine(String left, String right) {
        List<Object> a = of(left, 64);
        List<Object> b = of(right, 64);
        double dot = 0;
        double squaresOfA = 0;
        double squaresOfB = 0;
        for (int i = 0; i < a.size(); i++) {
            double x = (double) a.get(i);
            double y = (double) b.get(i);
            dot += x * y;
            squaresOfA += x * x;
            squaresOfB += y * y;
        }
        return dot / Math.sqrt(squaresOfA * squaresOfB);
    }
}
