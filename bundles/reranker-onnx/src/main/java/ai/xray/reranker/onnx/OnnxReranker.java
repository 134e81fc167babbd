package ai.xray.reranker.onnx;

import ai.xray.natives.NativeLibraries;
import ai.xray.onnx.LazyModel;
import ai.xray.search.Reranker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * Scores by a cross-encoder in this process, which is loaded at first use and closed with the component.
 *
 * <p>It is there with whatever settings. What is wrong with them is told when it is asked for scores, in words, so that a
 * search keeps its usual order and says why.
 */
@Designate(ocd = OnnxReranker.Config.class)
@Component(service = Reranker.class, configurationPolicy = ConfigurationPolicy.REQUIRE, property = "xray.name=onnx")
public final class OnnxReranker implements Reranker, AutoCloseable {
    private static final int LEAST_TOKENS = 16;
    private static final int MOST_TOKENS = 2048;

    /** Settings. */
    @ObjectClassDefinition(
            name = "ONNX reranker",
            description = "Scores results by a cross-encoder from a model file, in process on the CPU.")
    @interface Config {
        @AttributeDefinition(
                name = "data-dir",
                description = "Directory of the server's files; native libraries are unpacked into its cache/natives.")
        String data_dir();

        @AttributeDefinition(
                name = "rerank-model-path",
                required = false,
                description =
                        "File of the ONNX cross-encoder for --reranker=onnx: a BERT that scores a pair of query and text by one logit or two; it needs rerank-tokenizer-path too.")
        String rerank_model_path() default "";

        @AttributeDefinition(
                name = "rerank-tokenizer-path",
                required = false,
                description = "File of the tokenizer.json (WordPiece) that belongs to the model of rerank-model-path.")
        String rerank_tokenizer_path() default "";

        @AttributeDefinition(
                name = "rerank-max-tokens",
                min = "16",
                max = "2048",
                description =
                        "Tokens of query and text together that are read, 16 to 2048 and no more than the model takes; the longer of the two is cut first.")
        int rerank_max_tokens() default 256;

        @AttributeDefinition(
                name = "rerank-threads",
                min = "0",
                max = "256",
                description =
                        "Threads that a run of the cross-encoder uses, 0 to 256; 0 is as many as there are processors, at most 4.")
        int rerank_threads() default 0;
    }

    private final LazyModel<CrossEncoder> model;

    @Activate
    public OnnxReranker(Config config) {
        this(
                new RerankFiles(
                        config.rerank_model_path().strip(),
                        config.rerank_tokenizer_path().strip()),
                Path.of(Objects.requireNonNull(config.data_dir(), "data-dir: a directory is required")),
                config.rerank_max_tokens(),
                config.rerank_threads());
    }

    OnnxReranker(RerankFiles files, Path dataDirectory, int maxTokens, int threads) {
        NativeLibraries libraries =
                new NativeLibraries(dataDirectory.resolve("cache").resolve("natives"));
        this.model =
                new LazyModel<>("the reranker", () -> load(files, maxTokens, libraries, threads), CrossEncoder::close);
    }

    private static CrossEncoder load(RerankFiles files, int maxTokens, NativeLibraries libraries, int threads)
            throws IOException {
        if (maxTokens < LEAST_TOKENS || maxTokens > MOST_TOKENS) {
            throw new IOException("rerank-max-tokens: %d is not a number from %d to %d"
                    .formatted(maxTokens, LEAST_TOKENS, MOST_TOKENS));
        }
        return CrossEncoder.load(files, maxTokens, libraries, threads);
    }

    /** As {@link Reranker#score}; a text without a word is not read and gets the least score of the others. */
    @Override
    public double[] score(String query, List<String> texts) throws IOException {
        if (texts.isEmpty()) {
            return new double[0];
        }
        CrossEncoder encoder = model.get();
        int[] asked = encoder.pieces(query);
        double[] scores = new double[texts.size()];
        if (asked.length == 0) {
            return scores;
        }
        Arrays.fill(scores, Double.NaN);
        for (int i = 0; i < scores.length; i++) {
            int[] read = encoder.pieces(texts.get(i));
            if (read.length > 0) {
                scores[i] = model.call(() -> encoder.score(asked, read));
            }
        }
        double least = Arrays.stream(scores).filter(Double::isFinite).min().orElse(0);
        return Arrays.stream(scores)
                .map(score -> Double.isNaN(score) ? least : score)
                .toArray();
    }

    /** Refuses new calls, waits for those that run, and gives the model's memory back. */
    @Deactivate
    @Override
    public void close() {
        model.close();
    }
}
