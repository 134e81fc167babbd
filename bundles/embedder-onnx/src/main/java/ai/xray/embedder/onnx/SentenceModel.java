package ai.xray.embedder.onnx;

import ai.xray.natives.NativeLibraries;
import ai.xray.onnx.BertModel;
import ai.xray.onnx.FloatTensor;
import ai.xray.onnx.OnnxModel;
import ai.xray.wordpiece.Pieces;
import ai.xray.wordpiece.WordPiece;
import java.io.IOException;
import java.util.List;

/** A loaded model with its tokenizer. A text is the mean of what the model says of its tokens. Thread-safe. */
final class SentenceModel implements AutoCloseable {
    /** What all-MiniLM-L6-v2 was published with, special pieces included; what follows in a text does not count. */
    static final int MAX_TOKENS = 256;

    private final BertModel model;
    private final WordPiece tokenizer;
    private final int begin;
    private final int end;
    private final String output;
    private final int dimensions;

    private SentenceModel(OnnxModel onnx, WordPiece tokenizer) throws IOException {
        this.model = new BertModel(onnx);
        this.tokenizer = tokenizer;
        this.begin = special("[CLS]");
        this.end = special("[SEP]");
        this.output = model.outputs().getFirst();
        this.dimensions = run(new int[] {begin, end}).length;
    }

    /** Loads model and tokenizer. */
    static SentenceModel load(ModelFiles files, NativeLibraries libraries, int threads) throws IOException {
        WordPiece tokenizer = files.tokenizer();
        OnnxModel model = files.open(libraries, threads);
        try {
            return new SentenceModel(model, tokenizer);
        } catch (IOException | RuntimeException e) {
            model.close();
            throw e;
        }
    }

    private int special(String piece) throws IOException {
        int id = tokenizer.id(piece);
        if (id < 0) {
            throw new IOException("the tokenizer's vocabulary lacks " + piece);
        }
        return id;
    }

    int dimensions() {
        return dimensions;
    }

    /** What the model reads of a text; nothing of one that has no word. */
    int[] tokens(String text, int maxChars) {
        Pieces pieces = new Pieces(MAX_TOKENS - 2);
        tokenizer.split(text, maxChars, pieces);
        if (pieces.size() == 0) {
            return new int[0];
        }
        int[] tokens = new int[pieces.size() + 2];
        tokens[0] = begin;
        for (int i = 0; i < pieces.size(); i++) {
            tokens[i + 1] = pieces.get(i);
        }
        tokens[tokens.length - 1] = end;
        return tokens;
    }

    /** The vector of a text with these tokens, not normalised. */
    float[] run(int[] tokens) throws IOException {
        FloatTensor answer = model.run(tokens, new int[tokens.length], output);
        int width = answer.shape().getLast();
        if (answer.shape().equals(List.of(1, width))) {
            return answer.values();
        }
        if (!answer.shape().equals(List.of(1, tokens.length, width))) {
            throw new IOException("the model's output is of shape %s, which is not that of a sentence model"
                    .formatted(answer.shape()));
        }
        return mean(answer.values(), tokens.length, width);
    }

    private static float[] mean(float[] values, int rows, int width) {
        float[] mean = new float[width];
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < width; i++) {
                mean[i] += values[row * width + i];
            }
        }
        for (int i = 0; i < width; i++) {
            mean[i] /= rows;
        }
        return mean;
    }

    @Override
    public void close() {
        model.close();
    }
}
