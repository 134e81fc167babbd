package ai.xray.signin.entra;

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

/** The few requests that sign-in makes of Entra. Nothing is followed anywhere else, and answers are bounded. Thread-safe. */
final class Entra implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /**
     * An answer.
     *
     * @param body at most a MiB
     */
    record Answer(int status, String body) {
        /** The object it is, if it is a success. */
        Map<String, Object> object(String what) throws IOException {
            if (status != 200) {
                throw new IOException(
                        "Microsoft Entra answered the request of %s with status %d.".formatted(what, status));
            }
            try {
                return Json.readObject(body);
            } catch (JsonException e) {
                throw new IOException("Microsoft Entra's answer to the request of %s is no object.".formatted(what), e);
            }
        }
    }

    Answer get(URI uri) throws IOException {
        return answer(HttpRequest.newBuilder(uri));
    }

    Answer post(URI uri, Map<String, String> form) throws IOException {
        return answer(HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(form))));
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

    private Answer answer(HttpRequest.Builder request) throws IOException {
        try {
            HttpResponse<InputStream> response = http.send(
                    request.timeout(TIMEOUT)
                            .header("Accept", "application/json")
                            .build(),
                    BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                byte[] answer = body.readNBytes(MAX_ANSWER_BYTES + 1);
                if (answer.length > MAX_ANSWER_BYTES) {
                    throw new IOException("Microsoft Entra's answer has more than a MiB.");
                }
                return new Answer(response.statusCode(), new String(answer, StandardCharsets.UTF_8));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Asking Microsoft Entra was interrupted.");
        }
    }
}
