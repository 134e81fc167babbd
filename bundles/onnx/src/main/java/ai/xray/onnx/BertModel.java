package ai.xray.onnx;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A model that reads tokens as BERT and its kin do, one row of them per run: a model with weights of 8 bits rounds by the
 * largest value of a batch, so that in company a row would get another answer than alone (a cosine of 0.97), and batches are
 * no faster on a CPU. Thread-safe as {@link OnnxModel} is.
 */
public final class BertModel implements AutoCloseable {
    private static final String IDS = "input_ids";
    private static final String MASK = "attention_mask";
    private static final String SEGMENTS = "token_type_ids";

    private final OnnxModel model;

    /** @throws IOException when the model wants other inputs than BERT's; it is the caller's to close then */
    public BertModel(OnnxModel model) throws IOException {
        this.model = model;
        for (String input : model.inputs()) {
            if (!List.of(IDS, MASK, SEGMENTS).contains(input)) {
                throw new IOException("the model wants an input %s, but only %s, %s and %s can be given"
                        .formatted(input, IDS, MASK, SEGMENTS));
            }
        }
    }

    /** As {@link OnnxModel#outputs}. */
    public List<String> outputs() {
        return model.outputs();
    }

    /**
     * What the model says of a row of tokens; the first dimension of the answer is of length 1.
     *
     * @param segments the number of the text that each token belongs to; left out for a model that does not ask for it
     * @throws IOException as {@link OnnxModel#run} does
     */
    public FloatTensor run(int[] tokens, int[] segments, String output) throws IOException {
        Map<String, long[]> inputs = new LinkedHashMap<>();
        for (String input : model.inputs()) {
            inputs.put(
                    input,
                    switch (input) {
                        case IDS -> longs(tokens);
                        case MASK -> ones(tokens.length);
                        default -> longs(segments);
                    });
        }
        return model.run(inputs, 1, tokens.length, output);
    }

    private static long[] longs(int[] numbers) {
        return Arrays.stream(numbers).asLongStream().toArray();
    }

    private static long[] ones(int length) {
        long[] ones = new long[length];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Override
    public void close() {
        model.close();
    }
}
