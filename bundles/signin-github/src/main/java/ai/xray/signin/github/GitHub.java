package ai.xray.signin.github;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** The few requests that sign-in makes of GitHub. Nothing is followed anywhere else, and answers are bounded. Thread-safe. */
final class GitHub implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /** The object that a form is answered with. */
    Map<String, Object> post(URI uri, Map<String, String> form) throws IOException {
        return Json.asObject(answer(HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(form(form)))));
    }

    /** The value that the API answers with for whom the token is. */
    Object get(URI uri, String token) throws IOException {
        return answer(HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + token)
                .header("Accept", "application/vnd.github+json")
                .header("X-GitHub-Api-Version", "2022-11-28"));
    }

    static String form(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private Object answer(HttpRequest.Builder request) throws IOException {
        HttpRequest asked =
                request.timeout(TIMEOUT).header("User-Agent", "xray").build();
        try {
            HttpResponse<InputStream> response = http.send(asked, BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                byte[] answer = body.readNBytes(MAX_ANSWER_BYTES + 1);
                if (response.statusCode() != 200 || answer.length > MAX_ANSWER_BYTES) {
                    throw new IOException("GitHub answered %s with status %d and %s%d bytes."
                            .formatted(
                                    asked.uri().getPath(),
                                    response.statusCode(),
                                    answer.length > MAX_ANSWER_BYTES ? "more than " : "",
                                    Math.min(answer.length, MAX_ANSWER_BYTES)));
                }
                return Json.read(answer);
            }
        } catch (JsonException e) {
            throw new IOException(
                    "GitHub's answer to %s is not JSON.".formatted(asked.uri().getPath()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Asking GitHub was interrupted.");
        }
    }
}
