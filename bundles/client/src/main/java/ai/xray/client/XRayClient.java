package ai.xray.client;

import ai.xray.memory.AgentMemory;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;

/** A connection to a server. Immutable and thread-safe; connections that were made from one another share their sockets. */
public final class XRayClient implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final HttpClient http;
    private final URI endpoint;
    private final Optional<String> token;
    private final Duration timeout;

    private XRayClient(HttpClient http, URI endpoint, Optional<String> token, Duration timeout) {
        this.http = http;
        this.endpoint = endpoint;
        this.token = token;
        this.timeout = timeout;
    }

    /**
     * A client of the server at {@code url}; nothing is sent before the first call.
     *
     * @param url of the server, such as {@code http://127.0.0.1:8080}, with or without {@code /mcp}
     * @throws IllegalArgumentException when it is not an absolute http or https URL of a host
     */
    public static XRayClient connect(URI url) {
        boolean web = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        if (!web || url.getHost() == null) {
            throw new IllegalArgumentException("url: needs to be http://host or https://host.");
        }
        String base = url.toString().replaceFirst("/+$", "");
        URI endpoint = URI.create(base.endsWith("/mcp") ? base : base + "/mcp");
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER) // a credential goes to the server it was given for alone
                .build();
        return new XRayClient(http, endpoint, Optional.empty(), ANSWER);
    }

    /** The same with a credential: a key, an access token, or the server's shared secret. */
    public XRayClient bearer(String credential) {
        if (!credential.matches("[\\x21-\\x7e]+")) {
            throw new IllegalArgumentException("bearer: needs to be visible ASCII characters without spaces.");
        }
        return new XRayClient(http, endpoint, Optional.of(credential), timeout);
    }

    /** The same with another bound on the time of one call than 60 seconds. */
    public XRayClient timeout(Duration longest) {
        if (!longest.isPositive()) {
            throw new IllegalArgumentException("timeout: needs to be longer than 0.");
        }
        return new XRayClient(http, endpoint, token, longest);
    }

    /**
     * Memory of that server. What it throws is what memory in this process throws: {@link ai.xray.memory.Refusal} for what
     * cannot be served as asked, with the server's sentence, and {@link java.io.IOException} when the server cannot be reached,
     * is too slow or fails. After the latter a write may have happened.
     */
    public AgentMemory memory() {
        return new RemoteMemory(new ToolCaller(http, endpoint, token, timeout));
    }

    /** Ends calls that are on their way and closes the sockets of this client and of those made from it or that it was made from. */
    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
