package ai.xray.embedder.distill;

import ai.xray.onnx.FloatTensor;
import ai.xray.onnx.OnnxModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What the model makes of each vocabulary entry standing alone. */
final class Meanings {
    private static final int BATCH = 128;
    private static final int TOKENS = 3;

    private final OnnxModel model;
    private final int begin;
    private final int end;

    /**
     * @param begin the piece that begins every text
     * @param end the piece that ends it
     */
    Meanings(OnnxModel model, int begin, int end) {
        this.model = model;
        this.begin = begin;
        this.end = end;
    }

    /** The mean of the model's output over {@code begin piece end}, for each of so many pieces. */
    float[][] of(int pieces) throws InterruptedException, ExecutionException {
        float[][] meanings = new float[pieces][];
        try (ExecutorService processors =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Future<?>> batches = new ArrayList<>();
            for (int first = 0; first < pieces; first += BATCH) {
                int from = first;
                int to = Math.min(pieces, first + BATCH);
                batches.add(processors.submit(() -> {
                    run(from, to, meanings);
                    return null;
                }));
            }
            for (Future<?> batch : batches) {
                batch.get();
            }
        }
        return meanings;
    }

    private void run(int from, int to, float[][] meanings) throws IOException {
        int rows = to - from;
        long[] ids = new long[rows * TOKENS];
        for (int row = 0; row < rows; row++) {
            ids[row * TOKENS] = begin;
            int piece = from + row;
            ids[row * TOKENS + 1] = piece;
            ids[row * TOKENS + 2] = end;
        }
        long[] attention = new long[ids.length];
        Arrays.fill(attention, 1);
        FloatTensor output = model.run(
                Map.of("input_ids", ids, "attention_mask", attention, "token_type_ids", new long[ids.length]),
                rows,
                TOKENS,
                "last_hidden_state");
        int width = output.shape().getLast();
        for (int row = 0; row < rows; row++) {
            float[] mean = new float[width];
            for (int token = 0; token < TOKENS; token++) {
                for (int i = 0; i < width; i++) {
                    mean[i] += output.values()[(row * TOKENS + token) * width + i] / TOKENS;
                }
            }
            meanings[from + row] = mean;
        }
    }
}
