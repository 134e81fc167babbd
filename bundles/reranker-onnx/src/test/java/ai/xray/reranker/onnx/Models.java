package ai.xray.reranker.onnx;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Models and tokenizers to test with. */
final class Models {
    /** What the tiny models know; each word counts as much as its place here, from 1 on. */
    static final List<String> WORDS = List.of("the", "ferry", "leaves", "harbour", "at", "nine", "snow", "##s");

    private static final List<String> SPECIAL = List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]");
    private static final int WIDTH = 384;
    private static final int SEED = 20261130;

    private Models() {}

    /** One logit: the sum of the values of those words of the query that are in the text. */
    static byte[] wordsInCommon() {
        return common().output("logits", List.of("batch", "one")).toModel();
    }

    /** A plain row of logits, each the largest number of a token; another output comes first, and there is one input. */
    static byte[] largestToken() {
        return new OnnxGraph()
                .input("input_ids")
                .node("Cast", "to", OnnxGraph.FLOAT, "hidden", "input_ids")
                .output("hidden", List.of("batch", "length"))
                .reduce("ReduceMax", 1, "logits", "hidden")
                .output("logits", List.of("batch"))
                .toModel();
    }

    /** Two logits, ten and eleven times that of {@link #wordsInCommon}. */
    static byte[] twoLogits() {
        return common().floats("tenAndEleven", new float[] {10, 11}, 1, 2)
                .node("MatMul", "pair", "logits", "tenAndEleven")
                .output("pair", List.of("batch", "two"))
                .toModel();
    }

    /** One logit that is no number. */
    static byte[] notANumber() {
        return common().floats("zero", new float[] {0}, 1)
                .node("Mul", "zeros", "logits", "zero")
                .node("Div", "answer", "zeros", "zeros")
                .output("answer", List.of("batch", "one"))
                .toModel();
    }

    /** Wants an input that is not BERT's. */
    static byte[] otherInput() {
        return new OnnxGraph()
                .input("position_ids")
                .node("Cast", "to", OnnxGraph.FLOAT, "logits", "position_ids")
                .output("logits", List.of("batch", "one"))
                .toModel();
    }

    private static OnnxGraph common() {
        float[] values = new float[SPECIAL.size() + WORDS.size()];
        for (int i = 0; i < WORDS.size(); i++) {
            values[SPECIAL.size() + i] = i + 1;
        }
        return new OnnxGraph()
                .input("input_ids")
                .input("attention_mask")
                .input("token_type_ids")
                .longs("first", 1)
                .longs("second", 2)
                .floats("one", new float[] {1}, 1)
                .floats("values", values, values.length)
                // same[row, i, k]: whether tokens i and k of a row are equal
                .node("Unsqueeze", "down", "input_ids", "second")
                .node("Unsqueeze", "across", "input_ids", "first")
                .node("Equal", "equal", "down", "across")
                .node("Cast", "to", OnnxGraph.FLOAT, "same", "equal")
                // and token k is of the text
                .node("Cast", "to", OnnxGraph.FLOAT, "ofText", "token_type_ids")
                .node("Unsqueeze", "textAcross", "ofText", "first")
                .node("Mul", "sameInText", "same", "textAcross")
                .reduce("ReduceMax", 2, "found", "sameInText")
                // and token i is of the query
                .node("Cast", "to", OnnxGraph.FLOAT, "read", "attention_mask")
                .node("Sub", "ofQuery", "read", "ofText")
                .node("Mul", "foundOfQuery", "found", "ofQuery")
                .node("Gather", "value", "values", "input_ids")
                .node("Mul", "valueFound", "foundOfQuery", "value")
                .node("ReduceSum", "logits", "valueFound", "first");
    }

    /** The tokenizer of the tiny models. */
    static String tokenizer() {
        List<String> pieces = Stream.concat(SPECIAL.stream(), WORDS.stream()).toList();
        String vocabulary = IntStream.range(0, pieces.size())
                .mapToObj(i -> "\"%s\": %d".formatted(pieces.get(i), i))
                .collect(Collectors.joining(", "));
        return """
                {"normalizer": {"type": "BertNormalizer"}, "model": {"type": "WordPiece", "vocab": {%s}}}""".formatted(vocabulary);
    }

    /** all-MiniLM-L6-v2, which is no cross-encoder. */
    static byte[] sentenceModel() throws IOException {
        return resource("/all-minilm-l6-v2-q.onnx");
    }

    static byte[] sentenceTokenizer() throws IOException {
        return resource("/all-minilm-l6-v2-q-tokenizer.json");
    }

    /** all-MiniLM-L6-v2 with a head on its first token, as cross-encoders have it; its weights mean nothing. */
    static byte[] sentenceModelWithHead() throws IOException {
        Random random = new Random(SEED);
        float[] head = new float[WIDTH];
        for (int i = 0; i < head.length; i++) {
            head[i] = (float) random.nextGaussian();
        }
        return new OnnxGraph()
                .longs("head_first", 0)
                .floats("head_weights", head, WIDTH, 1)
                .node("Gather", "axis", 1, "head_rows", "last_hidden_state", "head_first")
                .reduce("ReduceMean", 1, "head_row", "head_rows")
                .node("MatMul", "logits", "head_row", "head_weights")
                .output("logits", List.of("batch", "one"))
                .appendedTo(sentenceModel());
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Models.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }
}
