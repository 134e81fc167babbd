package ai.xray.reranker.http;

import ai.xray.memory.Refusal;
import ai.xray.remote.Access;
import ai.xray.remote.ApiKey;
import ai.xray.remote.Endpoint;
import ai.xray.remote.FanOut;
import ai.xray.remote.InputText;
import ai.xray.remote.Limits;
import ai.xray.remote.ModelName;
import ai.xray.remote.RemoteCall;
import ai.xray.remote.RemoteServer;
import ai.xray.remote.Wording;
import ai.xray.search.Reranker;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/**
 * Scores by a server with a {@code /rerank}.
 *
 * <p>It is there with whatever settings and contacts nobody until it is asked for scores. What is wrong with its settings is
 * told then, in words.
 */
@Designate(ocd = HttpReranker.Config.class)
@Component(service = Reranker.class, configurationPolicy = ConfigurationPolicy.REQUIRE, property = "xray.name=http")
public final class HttpReranker implements Reranker, AutoCloseable {
    /** Settings. */
    @ObjectClassDefinition(name = "Reranker over HTTP", description = "Scores results by a server with a /rerank.")
    @interface Config {
        @AttributeDefinition(
                name = "rerank-endpoint",
                required = false,
                description =
                        "Address of the server for --reranker=http, for example http://localhost:8081 or https://api.jina.ai/v1/rerank; unless it ends in /rerank, the path of the protocol is put behind it: /v2/rerank for cohere, /rerank for tei.")
        String rerankEndpoint() default "";

        @AttributeDefinition(
                name = "rerank-model",
                required = false,
                description =
                        "Model that scores, as its server calls it, at most 100 characters; needed by the protocol cohere, empty for tei.")
        String rerankModel() default "";

        @AttributeDefinition(
                name = "rerank-protocol",
                description =
                        "What the server speaks: cohere (also Jina, vLLM, llama.cpp) or tei (text-embeddings-inference); auto is cohere when a model is set, otherwise tei.",
                options = {@Option(value = "auto"), @Option(value = "cohere"), @Option(value = "tei")})
        String rerankProtocol() default "auto";

        @AttributeDefinition(
                name = "rerank-api-key",
                required = false,
                type = AttributeType.PASSWORD,
                description =
                        "API key of the reranking server, at most 4096 characters; a file is safer (--rerank-api-key-file); empty for a server that wants none.")
        String _rerankApiKey() default "";

        @AttributeDefinition(
                name = "rerank-api-key-file",
                required = false,
                description =
                        "File that holds the API key of the reranking server, read at each request; empty for a server that wants none.")
        String rerankApiKeyFile() default "";
    }

    /** What is read of a query and of each text, in characters: as much as cross-encoders do, and more. */
    static final int MOST_CHARS = 8000;

    private static final Wording WORDING =
            new Wording("the reranking server", "rerank-endpoint", "rerank-api-key-file");
    private static final int AT_ONCE = 2;

    private final Access access;
    private final String model;
    private final Protocol protocol;
    private final Scores scores;
    private final RemoteServer server;

    @Activate
    public HttpReranker(Config config) {
        this(
                new Access(
                        "rerank-endpoint",
                        config.rerankEndpoint(),
                        new ApiKey("rerank-api-key", config._rerankApiKey(), config.rerankApiKeyFile())),
                config.rerankModel().strip(),
                config.rerankProtocol(),
                Limits.STANDARD);
        access.warnIfExposed();
    }

    HttpReranker(Access access, String model, String protocol, Limits limits) {
        this.access = access;
        this.model = model;
        this.protocol = switch (protocol) {
            case "cohere" -> Protocol.COHERE;
            case "tei" -> Protocol.TEI;
            default -> model.isEmpty() ? Protocol.TEI : Protocol.COHERE;
        };
        this.scores = new Scores(WORDING.server(), this.protocol);
        this.server = new RemoteServer(WORDING, limits);
    }

    /** As {@link Reranker#score}; a blank text is not sent and gets the least score of the others. */
    @Override
    public double[] score(String query, List<String> texts) throws IOException {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            if (!InputText.saysNothing(texts.get(i))) {
                places.add(i);
            }
        }
        if (InputText.saysNothing(query) || places.isEmpty()) {
            return new double[texts.size()];
        }
        List<String> read = places.stream()
                .map(place -> InputText.first(MOST_CHARS, texts.get(place)))
                .toList();
        double[] made = scored(InputText.first(MOST_CHARS, query), read);
        double[] all = new double[texts.size()];
        Arrays.fill(all, Arrays.stream(made).min().orElseThrow());
        for (int i = 0; i < made.length; i++) {
            all[places.get(i)] = made[i];
        }
        return all;
    }

    @Deactivate
    @Override
    public void close() {
        server.close();
    }

    /** A score is of one pair of query and text, so that those of several requests compare. */
    private double[] scored(String query, List<String> texts) throws IOException {
        List<FanOut.Request<double[]>> requests = new ArrayList<>();
        for (int i = 0; i < texts.size(); i += protocol.mostTexts()) {
            List<String> few = texts.subList(i, Math.min(texts.size(), i + protocol.mostTexts()));
            requests.add(() -> scores.of(server.ask(call(query, few)), few.size()));
        }
        return FanOut.all(requests, AT_ONCE).stream()
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    private RemoteCall call(String query, List<String> texts) throws IOException {
        try {
            if (protocol == Protocol.COHERE) {
                ModelName.check("rerank-model", model, "rerank-v3.5");
            }
            return RemoteCall.json(address(access.endpoint()), access.headers(), protocol.body(model, query, texts));
        } catch (Refusal wrong) {
            throw new IOException("the reranker http is not set up: " + wrong.getMessage(), wrong);
        }
    }

    private URI address(Endpoint base) {
        if (base.path().endsWith("/rerank")) {
            return base.uri();
        }
        boolean versioned = base.path().endsWith("/v1") || base.path().endsWith("/v2");
        return base.with(versioned ? "/rerank" : protocol.path());
    }
}
