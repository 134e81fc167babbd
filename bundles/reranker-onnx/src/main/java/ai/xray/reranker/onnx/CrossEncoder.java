package ai.xray.reranker.onnx;

import ai.xray.natives.NativeLibraries;
import ai.xray.onnx.BertModel;
import ai.xray.onnx.FloatTensor;
import ai.xray.onnx.OnnxModel;
import ai.xray.wordpiece.Pieces;
import ai.xray.wordpiece.WordPiece;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** A loaded model with its tokenizer. Thread-safe. */
final class CrossEncoder implements AutoCloseable {
    private static final String LOGITS = "logits";

    /** A piece is seldom longer, so that no more is looked at of a text without an end. */
    private static final int CHARS_PER_TOKEN = 32;

    private final BertModel model;
    private final WordPiece tokenizer;
    private final Pair.Frame frame;
    private final String output;
    private final int maxTokens;

    private CrossEncoder(OnnxModel onnx, WordPiece tokenizer, int maxTokens) throws IOException {
        this.model = new BertModel(onnx);
        this.tokenizer = tokenizer;
        this.frame = Pair.Frame.of(tokenizer);
        this.output =
                model.outputs().contains(LOGITS) ? LOGITS : model.outputs().getFirst();
        this.maxTokens = maxTokens;
    }

    /**
     * Loads model and tokenizer, and tries them on a pair of no words and on one of all the tokens that may be, so that what
     * is wrong with them does not show only when the first long text comes.
     *
     * @param maxTokens value of {@code rerank-max-tokens}
     */
    static CrossEncoder load(RerankFiles files, int maxTokens, NativeLibraries libraries, int threads)
            throws IOException {
        WordPiece tokenizer = files.tokenizer();
        OnnxModel onnx = OnnxModel.open(libraries, files.model(), threads);
        try {
            CrossEncoder encoder = new CrossEncoder(onnx, tokenizer, maxTokens);
            encoder.tryOut();
            return encoder;
        } catch (IOException | RuntimeException e) {
            onnx.close();
            throw e;
        }
    }

    private void tryOut() throws IOException {
        int[] nothing = new int[0];
        score(nothing, nothing);
        int[] longest = new int[maxTokens];
        Arrays.fill(longest, tokenizer.unknown());
        try {
            score(longest, longest);
        } catch (IOException e) {
            throw new IOException(
                    "rerank-max-tokens: the model cannot read %d tokens, set fewer: %s"
                            .formatted(maxTokens, e.getMessage()),
                    e);
        }
    }

    /** What the model reads of a query or a text; nothing of one that has no word. */
    int[] pieces(String text) {
        Pieces pieces = new Pieces(maxTokens - Pair.SPECIAL);
        tokenizer.split(text, maxTokens * CHARS_PER_TOKEN, pieces);
        return pieces.toArray();
    }

    /**
     * How well a text answers a query, both given by their pieces; the logit of a model with one, and the second less the
     * first of a model with two, which says "no" and "yes": by that difference its probabilities are ordered.
     */
    double score(int[] query, int[] text) throws IOException {
        Pair pair = frame.around(query, text, maxTokens);
        FloatTensor answer = model.run(pair.tokens(), pair.segments(), output);
        List<Integer> shape = answer.shape();
        float[] logits = answer.values();
        double score;
        if (shape.equals(List.of(1, 1)) || shape.equals(List.of(1))) {
            score = logits[0];
        } else if (shape.equals(List.of(1, 2))) {
            score = (double) logits[1] - logits[0];
        } else {
            throw new IOException(
                    "the model's output %s for one pair is of shape %s, but a cross-encoder has [1, 1] or [1, 2]"
                            .formatted(output, shape));
        }
        if (!Double.isFinite(score)) {
            throw new IOException("the model's output " + output + " is not a finite number");
        }
        return score;
    }

    @Override
    public void close() {
        model.close();
    }
}
