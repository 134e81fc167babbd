package ai.xray.runtime.client;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.memory.Spelling;
import ai.xray.runtime.server.UnavailableException;
import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Talks to the REST API of one server. Whatever is not an answer becomes one sentence: a {@link RefusedException} when the
 * server says no, an {@link UnavailableException} when it says nothing or cannot.
 */
public final class RestClient implements AutoCloseable {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);
    // A copy of a large store, or a batch on a slow disk, takes its time before the first byte of the reply.
    private static final Duration ANSWER_WITHIN = Duration.ofMinutes(10);
    private static final int MAX_REPLY_BYTES = 16 * 1024 * 1024;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_WITHIN)
            .build();
    private final URI base;
    private final Optional<String> token;

    /**
     * A client of the server at {@code base}.
     *
     * @param token what it shows as its bearer token
     */
    public RestClient(URI base, Optional<String> token) {
        this.base = base;
        this.token = token;
    }

    /**
     * The URL that {@code text}, the value of {@code --url}, is.
     *
     * @throws UsageException when it is not one of a server
     */
    public static URI parse(String text) {
        try {
            URI url = new URI(text.strip().replaceAll("/+$", ""));
            boolean ours = ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
                    && url.getHost() != null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null
                    && url.getRawUserInfo() == null;
            if (ours) {
                return url;
            }
        } catch (java.net.URISyntaxException e) {
            // told below like every other text that is no URL of a server
        }
        throw new UsageException("--url: '%s' is not the URL of a server; allowed: http://HOST:PORT or https://HOST."
                .formatted(Spelling.excerpt(text)));
    }

    /** Where the server is. */
    public URI base() {
        return base;
    }

    /** The object that {@code GET path} answers with. */
    public Map<String, Object> get(String path) throws InterruptedException {
        return object(request("GET", path, "application/json", BodyPublishers.noBody()));
    }

    /** The object that {@code method path} with this body answers with. */
    public Map<String, Object> send(String method, String path, String contentType, byte[] body)
            throws InterruptedException {
        return object(request(method, path, contentType, BodyPublishers.ofByteArray(body)));
    }

    /** The reply to {@code GET path}, which the caller closes. */
    public Download download(String path) throws InterruptedException {
        return new Download(
                this,
                request("GET", path, "application/json", BodyPublishers.noBody())
                        .body());
    }

    /** The beginning of a request to {@code path} that shows the token, for whoever needs more than the methods here. */
    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request;
    }

    /** What to say when a reply that had begun did not end. */
    UnavailableException brokenOff(IOException cause) {
        return new UnavailableException("the server at %s broke off its reply; try again.".formatted(base), cause);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private HttpResponse<InputStream> request(String method, String path, String contentType, BodyPublisher body)
            throws InterruptedException {
        HttpRequest request = request(path)
                .timeout(ANSWER_WITHIN)
                .header("Content-Type", contentType)
                .method(method, body)
                .build();
        try {
            HttpResponse<InputStream> reply = http.send(request, BodyHandlers.ofInputStream());
            if (reply.statusCode() >= 300) {
                throw failure(reply);
            }
            return reply;
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new UnavailableException("no server answers at %s; start one, or give its --url.".formatted(base), e);
        } catch (HttpTimeoutException e) {
            throw new UnavailableException(
                    "the server at %s did not answer within %d minutes.".formatted(base, ANSWER_WITHIN.toMinutes()), e);
        } catch (IOException e) {
            throw new UnavailableException(
                    "the server at %s closed the connection without an answer.".formatted(base), e);
        }
    }

    private RuntimeException failure(HttpResponse<InputStream> reply) {
        String detail = problem(reply);
        int status = reply.statusCode();
        if (status == 404 && detail.isEmpty()) {
            return new RefusedException(
                    "the server at %s does not have this; it may be older, or run without the feature 'admin'."
                            .formatted(base));
        }
        String sentence = detail.isEmpty() ? "the server at %s answered %d.".formatted(base, status) : detail;
        return status >= 500 ? new UnavailableException(sentence) : new RefusedException(sentence);
    }

    /** The sentence of a problem document; empty when the reply is none. */
    private String problem(HttpResponse<InputStream> reply) {
        boolean told = reply.headers()
                .firstValue("Content-Type")
                .filter(type -> type.startsWith("application/problem+json"))
                .isPresent();
        try {
            String body = body(reply);
            return told && Json.readObject(body).get("detail") instanceof String detail ? detail : "";
        } catch (IOException | JsonException e) {
            return "";
        }
    }

    private Map<String, Object> object(HttpResponse<InputStream> reply) {
        try {
            return Json.readObject(body(reply));
        } catch (IOException e) {
            throw brokenOff(e);
        } catch (JsonException e) {
            throw new UnavailableException("what answers at %s is not an X-Ray server.".formatted(base), e);
        }
    }

    private static String body(HttpResponse<InputStream> reply) throws IOException {
        try (InputStream body = reply.body()) {
            return new String(body.readNBytes(MAX_REPLY_BYTES), StandardCharsets.UTF_8);
        }
    }
}
