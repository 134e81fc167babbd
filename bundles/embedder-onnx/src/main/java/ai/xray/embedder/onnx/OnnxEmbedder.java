package ai.xray.embedder.onnx;

import ai.xray.natives.NativeLibraries;
import ai.xray.onnx.LazyModel;
import ai.xray.search.Embedder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Embeds by a sentence model in this process, which is loaded at first use and closed with the component. */
@Designate(ocd = OnnxEmbedder.Config.class)
@Component(
        service = Embedder.class,
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        property = {"xray.name=onnx", "xray.floor:Double=0.2"})
public final class OnnxEmbedder implements Embedder, AutoCloseable {
    /** Settings. */
    @ObjectClassDefinition(
            name = "ONNX embedder",
            description = "Embeds texts by a small sentence model, in process on the CPU.")
    @interface Config {
        @AttributeDefinition(
                name = "data-dir",
                description = "Directory of the server's files; native libraries are unpacked into its cache/natives.")
        String data_dir();

        @AttributeDefinition(
                name = "embedding-model-path",
                required = false,
                description =
                        "File of an ONNX sentence model that is used instead of all-MiniLM-L6-v2; it needs embedding-tokenizer-path too.")
        String embedding_model_path() default "";

        @AttributeDefinition(
                name = "embedding-tokenizer-path",
                required = false,
                description =
                        "File of the tokenizer.json (WordPiece) that belongs to the model of embedding-model-path.")
        String embedding_tokenizer_path() default "";

        @AttributeDefinition(
                name = "embedding-dims",
                min = "0",
                max = "8192",
                description =
                        "Length of the vectors, 0 to 8192; longer ones are cut and normalised again; 0, and more than the model has, is the model's own length.")
        int embedding_dims() default 0;

        @AttributeDefinition(
                name = "embedding-max-input-chars",
                min = "1",
                max = "100000",
                description = "Characters of a text that are embedded, 1 to 100000; the rest does not count.")
        int embedding_max_input_chars() default 8000;

        @AttributeDefinition(
                name = "embedding-threads",
                min = "0",
                max = "256",
                description =
                        "Threads that a run of the model uses, 0 to 256; 0 is as many as there are processors, at most 4.")
        int embedding_threads() default 0;
    }

    private final ModelFiles files;
    private final int dims;
    private final int maxInputChars;
    private final LazyModel<SentenceModel> model;
    private volatile Optional<String> name = Optional.empty();

    /** @throws IOException when a model or tokenizer is set that cannot be read, with a sentence that names the setting */
    @Activate
    public OnnxEmbedder(Config config) throws IOException {
        this(
                files(config),
                Path.of(Objects.requireNonNull(config.data_dir(), "data-dir: a directory is required")),
                config.embedding_dims(),
                config.embedding_max_input_chars(),
                config.embedding_threads());
    }

    OnnxEmbedder(ModelFiles files, Path dataDirectory, int dims, int maxInputChars, int threads) {
        this.files = files;
        this.dims = dims;
        this.maxInputChars = maxInputChars;
        NativeLibraries libraries =
                new NativeLibraries(dataDirectory.resolve("cache").resolve("natives"));
        this.model = new LazyModel<>(
                "the embedder", () -> SentenceModel.load(files, libraries, threads), SentenceModel::close);
    }

    private static ModelFiles files(Config config) throws IOException {
        String model = config.embedding_model_path();
        String tokenizer = config.embedding_tokenizer_path();
        return model.isBlank() && tokenizer.isBlank() ? ModelFiles.bundled() : ReplacedFiles.of(model, tokenizer);
    }

    /** Reads the files of a model that is not the bundled one when it is first asked for. */
    @Override
    public String fingerprint() {
        try {
            if (name.isEmpty()) {
                name = Optional.of(name());
            }
            return "onnx-%s;dims=%d;chars=%d".formatted(name.get(), dimensions(), maxInputChars);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private String name() throws IOException {
        try {
            return files.name();
        } catch (IOException e) {
            throw new IOException("the sentence model cannot be read: " + e.getMessage(), e);
        }
    }

    /** Loads a model that is not the bundled one when it is first asked for. */
    @Override
    public int dimensions() throws IOException {
        OptionalInt known = files.dimensions();
        int all = known.isPresent() ? known.getAsInt() : loaded().dimensions();
        return dims == 0 ? all : Math.min(dims, all);
    }

    private SentenceModel loaded() throws IOException {
        try {
            return model.get();
        } catch (IOException e) {
            throw new IOException("the sentence model cannot be loaded: " + e.getMessage(), e);
        }
    }

    @Override
    public List<float[]> embed(List<String> texts) throws IOException {
        if (texts.isEmpty()) {
            return List.of();
        }
        SentenceModel sentences = model.get();
        int length = dims == 0 ? sentences.dimensions() : Math.min(dims, sentences.dimensions());
        List<float[]> vectors = new ArrayList<>(texts.size());
        for (String text : texts) {
            int[] tokens = sentences.tokens(text, maxInputChars);
            vectors.add(
                    tokens.length == 0
                            ? new float[length]
                            : normalized(model.call(() -> sentences.run(tokens)), length));
        }
        return vectors;
    }

    private static float[] normalized(float[] vector, int length) throws IOException {
        float[] normalized = Arrays.copyOf(vector, length);
        double square = 0;
        for (float value : normalized) {
            square += (double) value * value;
        }
        if (!(square > 0 && square < Double.POSITIVE_INFINITY)) {
            throw new IOException("the model's output is not a vector of finite numbers");
        }
        float divisor = (float) Math.sqrt(square);
        for (int i = 0; i < length; i++) {
            normalized[i] /= divisor;
        }
        return normalized;
    }

    /** Refuses new calls, waits for those that run, and gives the model's memory back. */
    @Deactivate
    @Override
    public void close() {
        model.close();
    }
}
