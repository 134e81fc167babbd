package ai.xray.remote;

import ai.xray.json.Json;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** One request, which may be sent more than once: asking again changes nothing at the server. */
public final class RemoteCall {
    private final String method;
    private final URI address;
    private final Map<String, String> headers;
    private final String contentType;
    private final String body;

    private RemoteCall(String method, URI address, Map<String, String> headers, String contentType, String body) {
        this.method = method;
        this.address = address;
        this.headers = Map.copyOf(headers);
        this.contentType = contentType;
        this.body = body;
    }

    /** A GET. */
    public static RemoteCall get(URI address, Map<String, String> headers) {
        return new RemoteCall("GET", address, headers, "", "");
    }

    /** A POST of a JSON value, of the types that {@link Json#write} takes. */
    public static RemoteCall json(URI address, Map<String, String> headers, Object value) {
        return new RemoteCall("POST", address, headers, "application/json", Json.write(value));
    }

    /** A POST of form fields. */
    public static RemoteCall form(URI address, Map<String, String> fields) {
        String body = fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        return new RemoteCall("POST", address, Map.of(), "application/x-www-form-urlencoded", body);
    }

    HttpRequest request() {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).header("Accept", "application/json");
        headers.forEach(request::header);
        if (method.equals("GET")) {
            return request.GET().build();
        }
        return request.header("Content-Type", contentType)
                .method(method, BodyPublishers.ofString(body))
                .build();
    }

    /** Method and host alone: headers and bodies hold secrets, and a path may name a project. */
    @Override
    public String toString() {
        return method + " " + address.getHost();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
