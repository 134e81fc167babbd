package ai.xray.auth.internal.web;

import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A browser that keeps cookies by name and follows no redirect by itself. */
public final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, String> cookies = new TreeMap<>();

    /** What it would send, by name; changes of it are kept. */
    public Map<String, String> cookies() {
        return cookies;
    }

    /** Opens {@code uri}. */
    public HttpResponse<String> get(URI uri, String... headers) throws Exception {
        return send("GET", uri, BodyPublishers.noBody(), headers);
    }

    /** Sends a form. */
    public HttpResponse<String> post(URI uri, Map<String, String> form, String... headers) throws Exception {
        String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = "application/x-www-form-urlencoded";
        return send("POST", uri, BodyPublishers.ofString(form(form)), all);
    }

    /** Sends any request, with the cookies and these headers. */
    public HttpResponse<String> send(String method, URI uri, BodyPublisher body, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).timeout(PATIENCE).method(method, body);
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        response.headers().allValues("Set-Cookie").forEach(this::keep);
        return response;
    }

    /** The parameters in the order of their names, as a query or a form has them. */
    public static String form(Map<String, String> parameters) {
        return new TreeMap<>(parameters)
                .entrySet().stream()
                        .map(one -> URLEncoder.encode(one.getKey(), StandardCharsets.UTF_8) + "="
                                + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
    }

    /** Where a redirect leads. */
    public static URI location(HttpResponse<?> response) {
        Optional<String> location = response.headers().firstValue("Location");
        return response.uri()
                .resolve(location.orElseThrow(() -> new AssertionError("no redirect: " + response.body())));
    }

    private void keep(String header) {
        HttpCookie cookie = HttpCookie.parse(header).getFirst();
        if (cookie.getMaxAge() == 0) {
            cookies.remove(cookie.getName());
        } else {
            cookies.put(cookie.getName(), cookie.getValue());
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
