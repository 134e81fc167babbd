package ai.xray.embedder.distill;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * From the meanings of pieces to the rows of the table: half of the mean is taken off, the {@value #DIMENSIONS} directions in
 * which pieces differ most are kept, and frequent pieces are made light.
 *
 * <p>Half of the mean, since what all pieces share keeps texts of known words apart from others; without it, and with all of
 * it, retrieval was worse, alone and beside a lexical ranker.
 */
final class Recipe {
    static final int DIMENSIONS = 256;

    /** To be raised with every change that makes other rows of the same model. */
    private static final int VERSION = 1;

    private static final double SHARE_OF_MEAN_REMOVED = 0.5;
    /** Of SIF: a piece this frequent weighs half. */
    private static final double HALF_WEIGHT_FREQUENCY = 1e-3;
    /** Pieces that stand for no text. */
    private static final Pattern SPECIAL = Pattern.compile("\\[(PAD|UNK|CLS|SEP|MASK|unused\\d+)]");

    private static final int KEY_CHARS = 16;

    private Recipe() {}

    /** A hash of all that the table is made of. */
    static String key(byte[] model, byte[] tokenizer) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((byte) VERSION);
            digest.update(model);
            digest.update(tokenizer);
            return HexFormat.of().formatHex(digest.digest()).substring(0, KEY_CHARS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** A row per piece; zeros for those that stand for no text. */
    static float[][] rows(float[][] meanings, List<String> pieces) {
        PrincipalAxes axes = PrincipalAxes.of(meanings);
        double[] mean = axes.mean();
        double harmonic = 0;
        for (int rank = 1; rank <= meanings.length; rank++) {
            harmonic += 1.0 / rank;
        }
        float[][] rows = new float[meanings.length][DIMENSIONS];
        for (int piece = 0; piece < rows.length; piece++) {
            if (SPECIAL.matcher(pieces.get(piece)).matches()) {
                continue;
            }
            // The vocabulary is ordered by frequency, which falls with the rank as Zipf's law has it.
            double frequency = 1.0 / (piece + 1) / harmonic;
            double weight = HALF_WEIGHT_FREQUENCY / (HALF_WEIGHT_FREQUENCY + frequency);
            double[] moved = new double[mean.length];
            for (int i = 0; i < moved.length; i++) {
                moved[i] = meanings[piece][i] - SHARE_OF_MEAN_REMOVED * mean[i];
            }
            for (int axis = 0; axis < DIMENSIONS; axis++) {
                rows[piece][axis] = (float) (weight * axes.along(axis, moved));
            }
        }
        return rows;
    }
}
