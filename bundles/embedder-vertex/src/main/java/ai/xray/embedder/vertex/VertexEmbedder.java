package ai.xray.embedder.vertex;

import ai.xray.memory.Refusal;
import ai.xray.remote.BatchedEmbedding;
import ai.xray.remote.EmbeddingSettings;
import ai.xray.remote.Limits;
import ai.xray.remote.RemoteCall;
import ai.xray.remote.RemoteException;
import ai.xray.remote.RemoteServer;
import ai.xray.remote.Wording;
import ai.xray.search.Embedder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * Embeds by Vertex AI.
 *
 * <p>It is there with whatever settings and contacts nobody until it is asked to embed. What is wrong with its settings or
 * its credentials is told then, in words, so that a search that names it degrades and says why.
 */
@Designate(ocd = VertexEmbedder.Config.class)
@Component(service = Embedder.class, configurationPolicy = ConfigurationPolicy.REQUIRE, property = "xray.name=vertex")
public final class VertexEmbedder implements Embedder, AutoCloseable {
    /** Settings. */
    @ObjectClassDefinition(name = "Vertex AI embedder", description = "Embeds by Google's Vertex AI.")
    @interface Config {
        @AttributeDefinition(
                name = "gcp-project",
                required = false,
                description =
                        "Id of the Google Cloud project that --embedder=vertex embeds in and that is billed for it.")
        String gcpProject() default "";

        @AttributeDefinition(
                name = "gcp-location",
                description =
                        "Location of Google Cloud that --embedder=vertex embeds at, for example europe-west4, or global.")
        String gcpLocation() default "us-central1";

        @AttributeDefinition(name = "embedding-model", required = false, description = EmbeddingSettings.MODEL)
        String embeddingModel() default "";

        @AttributeDefinition(name = "embedding-dims", min = "0", max = "8192", description = EmbeddingSettings.DIMS)
        int embeddingDims() default 0;

        @AttributeDefinition(
                name = "embedding-max-input-chars",
                min = "1",
                max = "100000",
                description = EmbeddingSettings.MAX_INPUT_CHARS)
        int embeddingMaxInputChars() default 8000;
    }

    private static final Wording WORDING = new Wording(
            "Vertex AI", "gcp-project, gcp-location and embedding-model", "the application default credentials");

    /** gemini-embedding-001 takes one text at a time; so more are under way. */
    private static final BatchedEmbedding.Bounds BOUNDS = new BatchedEmbedding.Bounds(1, 1, 8);

    private static final int AT_ONCE = 16;

    /**
     * Queries and cells are embedded alike, and the task by which both sides are alike is this one; those for retrieval tell
     * queries from documents.
     */
    private static final String TASK = "SEMANTIC_SIMILARITY";

    private final VertexModel vertex;
    private final Optional<URI> base;
    private final DefaultCredentials credentials;
    private final TokenCache tokens;
    private final RemoteServer server;
    private final BatchedEmbedding embedding;

    @Activate
    public VertexEmbedder(Config config) {
        this(
                VertexModel.of(
                        config.embeddingModel(),
                        config.embeddingDims(),
                        config.embeddingMaxInputChars(),
                        config.gcpProject(),
                        config.gcpLocation()),
                Optional.empty(),
                new DefaultCredentials(
                        System.getenv(), Path.of(System.getProperty("user.home")), InstantSource.system()),
                Limits.STANDARD);
    }

    /** @param base of the interface, where it is not the one of the model's location */
    VertexEmbedder(VertexModel vertex, Optional<URI> base, DefaultCredentials credentials, Limits limits) {
        this.vertex = vertex;
        this.base = base;
        this.credentials = credentials;
        this.tokens = new TokenCache(credentials, System::nanoTime);
        this.server = new RemoteServer(WORDING, limits.withAtOnce(AT_ONCE));
        this.embedding = new BatchedEmbedding(WORDING.server(), vertex.model(), BOUNDS, this::ask);
    }

    @Override
    public String fingerprint() {
        return vertex.model().fingerprint();
    }

    /** As {@link BatchedEmbedding#dimensions}; with gemini-embedding-001 the length is always known. */
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
        credentials.close();
    }

    private List<Object> ask(List<String> texts) throws IOException {
        URI address = address();
        AccessToken token = tokens.token();
        try {
            return vectors(server.ask(call(address, token, texts)));
        } catch (RemoteException e) {
            if (e.status() != 401) {
                throw e;
            }
        }
        // A token can be revoked before its time; a second refusal is one of the account.
        tokens.forget(token);
        return vectors(server.ask(call(address, tokens.token(), texts)));
    }

    private URI address() throws IOException {
        try {
            return vertex.address(base);
        } catch (Refusal wrong) {
            throw new IOException("the embedder vertex is not set up: " + wrong.getMessage(), wrong);
        }
    }

    private RemoteCall call(URI address, AccessToken token, List<String> texts) {
        Map<String, String> headers = new HashMap<>();
        headers.put("Authorization", "Bearer " + token.value());
        token.quotaProject().ifPresent(project -> headers.put("x-goog-user-project", project));
        List<Object> instances = new ArrayList<>();
        texts.forEach(text -> instances.add(Map.of("content", text, "task_type", TASK)));
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("autoTruncate", true);
        if (vertex.model().dims() > 0) {
            parameters.put("outputDimensionality", vertex.model().dims());
        }
        return RemoteCall.json(address, headers, Map.of("instances", instances, "parameters", parameters));
    }

    /** The values of {@code {"predictions": [{"embeddings": {"values": [...]}}]}}. */
    private static List<Object> vectors(Object answer) throws IOException {
        if (!(answer instanceof Map<?, ?> object) || !(object.get("predictions") instanceof List<?> predictions)) {
            throw new IOException(WORDING.server() + " answered without the list 'predictions'");
        }
        List<Object> vectors = new ArrayList<>();
        for (Object prediction : predictions) {
            boolean found = prediction instanceof Map<?, ?> fields
                    && fields.get("embeddings") instanceof Map<?, ?> embeddings
                    && vectors.add(embeddings.get("values"));
            if (!found) {
                throw new IOException(WORDING.server() + " answered a prediction without embeddings");
            }
        }
        return vectors;
    }
}
