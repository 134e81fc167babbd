package ai.xray.remote;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/** The length of a model's vectors, which is set or learned from the first one, and vectors of it. Thread-safe. */
final class VectorLength {
    /** The longest vector that is taken: beyond any model there is. */
    static final int LONGEST = 65_536;

    private final String server;
    private final boolean set;
    private final AtomicInteger length;

    /** @param dims 0 for what the model gives */
    VectorLength(String server, int dims) {
        this.server = server;
        this.set = dims > 0;
        this.length = new AtomicInteger(dims);
    }

    OptionalInt known() {
        int now = length.get();
        return now == 0 ? OptionalInt.empty() : OptionalInt.of(now);
    }

    /**
     * The vector of length 1 in the direction that {@code json} gives; of zeros when it gives none. One that is longer than
     * was asked for is cut, which models of nested representations (Kusupati et al., "Matryoshka Representation Learning",
     * 2022) allow.
     *
     * @throws IOException when it is no list of finite numbers or of another length
     */
    float[] vector(Object json) throws IOException {
        if (!(json instanceof List<?> numbers) || numbers.isEmpty()) {
            throw new IOException(server + " answered without a vector where one was expected");
        }
        float[] vector = new float[fitting(numbers.size())];
        double squares = 0;
        for (int i = 0; i < vector.length; i++) {
            vector[i] = number(numbers.get(i));
            squares += (double) vector[i] * vector[i];
        }
        double norm = Math.sqrt(squares);
        for (int i = 0; norm > 0 && i < vector.length; i++) {
            vector[i] = (float) (vector[i] / norm);
        }
        return vector;
    }

    private int fitting(int given) throws IOException {
        if (given > LONGEST) {
            throw new IOException(
                    "%s gave a vector of %d numbers; at most %d are taken".formatted(server, given, LONGEST));
        }
        if (!set) {
            length.compareAndSet(0, given);
        }
        int wanted = length.get();
        if (set && given < wanted) {
            throw new IOException(
                    "%s gave a vector of %d numbers, and embedding-dims asks for %d".formatted(server, given, wanted));
        }
        if (!set && given != wanted) {
            throw new IOException("%s gave a vector of %d numbers after others of %d: its model is not the one it was"
                    .formatted(server, given, wanted));
        }
        return wanted;
    }

    private float number(Object json) throws IOException {
        float number = json instanceof Long || json instanceof BigDecimal ? ((Number) json).floatValue() : Float.NaN;
        if (!Float.isFinite(number)) {
            throw new IOException(server + " gave a vector that holds something else than finite numbers");
        }
        return number;
    }
}
