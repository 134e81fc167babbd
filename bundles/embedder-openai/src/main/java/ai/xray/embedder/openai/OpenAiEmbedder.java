package ai.xray.embedder.openai;

import ai.xray.memory.Refusal;
import ai.xray.remote.Access;
import ai.xray.remote.ApiKey;
import ai.xray.remote.BatchedEmbedding;
import ai.xray.remote.EmbeddingModel;
import ai.xray.remote.EmbeddingSettings;
import ai.xray.remote.Endpoint;
import ai.xray.remote.Limits;
import ai.xray.remote.RemoteCall;
import ai.xray.remote.RemoteServer;
import ai.xray.remote.Wording;
import ai.xray.search.Embedder;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * Embeds by a server that speaks OpenAI's {@code /v1/embeddings}.
 *
 * <p>It is there with whatever settings and contacts nobody until it is asked to embed. What is wrong with its settings is
 * told then, in words, so that a search that names it degrades and says why.
 */
@Designate(ocd = OpenAiEmbedder.Config.class)
@Component(service = Embedder.class, configurationPolicy = ConfigurationPolicy.REQUIRE, property = "xray.name=openai")
public final class OpenAiEmbedder implements Embedder, AutoCloseable {
    /** Settings. */
    @ObjectClassDefinition(
            name = "OpenAI-compatible embedder",
            description = "Embeds by a server that speaks OpenAI's /v1/embeddings.")
    @interface Config {
        @AttributeDefinition(
                name = "embedding-endpoint",
                required = false,
                description =
                        "Address of the embedding server for --embedder=openai, for example http://localhost:11434; /v1/embeddings is put behind it unless it ends in /embeddings, and /embeddings if it ends in /v1.")
        String embeddingEndpoint() default "";

        @AttributeDefinition(name = "embedding-model", required = false, description = EmbeddingSettings.MODEL)
        String embeddingModel() default "";

        // A leading underscore makes the property private to the component: it is no property of the service.
        @AttributeDefinition(
                name = "embedding-api-key",
                required = false,
                type = AttributeType.PASSWORD,
                description =
                        "API key of the embedding server, at most 4096 characters; a file is safer (--embedding-api-key-file); empty for a server that wants none.")
        String _embeddingApiKey() default "";

        @AttributeDefinition(
                name = "embedding-api-key-file",
                required = false,
                description =
                        "File that holds the API key of the embedding server, read at each request; empty for a server that wants none.")
        String embeddingApiKeyFile() default "";

        @AttributeDefinition(name = "embedding-dims", min = "0", max = "8192", description = EmbeddingSettings.DIMS)
        int embeddingDims() default 0;

        @AttributeDefinition(
                name = "embedding-max-input-chars",
                min = "1",
                max = "100000",
                description = EmbeddingSettings.MAX_INPUT_CHARS)
        int embeddingMaxInputChars() default 8000;
    }

    private static final Wording WORDING =
            new Wording("the embedding server", "embedding-endpoint", "embedding-api-key-file");

    /** 32 texts are what text-embeddings-inference takes at a time by default, the least of the servers known. */
    private static final BatchedEmbedding.Bounds BOUNDS = new BatchedEmbedding.Bounds(32, 128_000, 4);

    private final Access access;
    private final EmbeddingModel model;
    private final RemoteServer server;
    private final EmbeddingList list = new EmbeddingList(WORDING.server());
    private final BatchedEmbedding embedding;

    @Activate
    public OpenAiEmbedder(Config config) {
        this(
                new Access(
                        "embedding-endpoint",
                        config.embeddingEndpoint(),
                        new ApiKey("embedding-api-key", config._embeddingApiKey(), config.embeddingApiKeyFile())),
                new EmbeddingModel(
                        "openai",
                        config.embeddingModel().strip(),
                        config.embeddingDims(),
                        config.embeddingMaxInputChars()),
                Limits.STANDARD);
        access.warnIfExposed();
    }

    OpenAiEmbedder(Access access, EmbeddingModel model, Limits limits) {
        this.access = access;
        this.model = model;
        this.server = new RemoteServer(WORDING, limits);
        this.embedding = new BatchedEmbedding(WORDING.server(), model, BOUNDS, this::ask);
    }

    @Override
    public String fingerprint() {
        return model.fingerprint();
    }

    /**
     * As {@link BatchedEmbedding#dimensions}: where {@code embedding-dims} is 0 and nothing was embedded yet, the server is
     * asked.
     */
    @Override
    public int dimensions() throws IOException {
        return embedding.dimensions();
    }

    @Override
    public List<float[]> embed(List<String> texts) throws IOException {
        return embedding.embed(texts);
    }

    @Deactivate
    @Override
    public void close() {
        server.close();
    }

    private List<Object> ask(List<String> texts) throws IOException {
        return list.of(server.ask(call(texts)), texts.size());
    }

    private RemoteCall call(List<String> texts) throws IOException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("model", model.name());
        body.put("input", texts);
        if (model.dims() > 0) {
            body.put("dimensions", model.dims());
        }
        try {
            model.check();
            return RemoteCall.json(address(access.endpoint()), access.headers(), body);
        } catch (Refusal wrong) {
            throw new IOException("the embedder openai is not set up: " + wrong.getMessage(), wrong);
        }
    }

    private static URI address(Endpoint endpoint) {
        if (endpoint.path().endsWith("/embeddings")) {
            return endpoint.uri();
        }
        return endpoint.with(endpoint.path().endsWith("/v1") ? "/embeddings" : "/v1/embeddings");
    }
}
